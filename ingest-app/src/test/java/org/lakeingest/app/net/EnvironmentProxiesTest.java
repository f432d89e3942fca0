package org.lakeingest.app.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentProxiesTest {
    private final EnvironmentProxies proxies = EnvironmentProxies.of(Map.of(
            "HTTP_PROXY", "http://one:3128",
            "https_proxy", "two:8080",
            "NO_PROXY", "in.example, .sub.example,10.0.0.0/8,192.0.2.1,port.example:8443,[2001:db8::1]"));

    @ParameterizedTest
    @CsvSource({
        "http://lake.example, one:3128",
        "https://lake.example, two:8080",
        "https://xin.example, two:8080",
        "https://sub.example, two:8080",
        "https://port.example, two:8080",
        "https://11.1.2.3, two:8080",
        "https://in.example, direct",
        "https://a.in.example, direct",
        "https://a.sub.example, direct",
        "https://port.example:8443, direct",
        "http://10.1.2.3:8000, direct",
        "http://192.0.2.1, direct",
        "'http://[2001:db8::1]/', direct",
        "http://localhost:8000, direct",
        "http://127.0.0.1:8000, direct",
        "socket://lake.example:9092, direct",
    })
    void choosesAsProgramsInGoDo(String address, String expected) {
        Proxy proxy = proxies.select(URI.create(address)).get(0);

        assertThat(text(proxy)).isEqualTo(expected);
    }

    @Test
    void knowsNoProxyWithoutTheVariables() {
        assertThat(EnvironmentProxies.of(Map.of()).any()).isFalse();
        assertThat(EnvironmentProxies.of(Map.of("HTTP_PROXY", ":: no address")).any())
                .isFalse();
    }

    @Test
    void goesNowhereThroughAProxyWithAStar() {
        EnvironmentProxies none = EnvironmentProxies.of(Map.of("HTTP_PROXY", "one:1", "NO_PROXY", "*"));

        assertThat(none.select(URI.create("http://lake.example"))).containsExactly(Proxy.NO_PROXY);
    }

    private static String text(Proxy proxy) {
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : "direct";
    }
}
