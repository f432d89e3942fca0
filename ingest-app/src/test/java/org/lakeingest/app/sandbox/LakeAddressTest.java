package org.lakeingest.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.app.cli.CommandFailure;

class LakeAddressTest {
    @ParameterizedTest
    @CsvSource({
        "http://lake:lake@127.0.0.1:8002/default, http://127.0.0.1:8002, lake, lake",
        "databend+http://u@host/db, http://host:80, u, ''",
        "databend://u:p@host/db, https://host:443, u, p",
        "databend://u:p@host/db?tenant=t&sslmode=disable, http://host:80, u, p",
        "https://a%40b:p%2Fq+r@host:1/db, https://host:1, a@b, p/q+r",
        "http://host:8000, http://host:8000, root, ''"
    })
    void schemeDecidesAboutTlsAndUserInfoIsDecoded(String dsn, String uri, String user, String password) {
        LakeAddress address = LakeAddress.parse(dsn);
        assertThat(address.uri()).hasToString(uri);
        assertThat(address.user()).isEqualTo(user);
        assertThat(address.password()).isEqualTo(password);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "lake", "http:///db", "http://u:geheim@:80/x", "http://u:geheim @host", "u:geheim@host:80"})
    void whatIsNoDsnIsRefusedWithoutRepeatingThePassword(String dsn) {
        assertThatThrownBy(() -> LakeAddress.parse(dsn))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--lake-dsn")
                .hasMessageNotContaining("geheim");
    }

    @Test
    void theMessageSaysWhatTheFormIs() {
        assertThatThrownBy(() -> LakeAddress.parse("nonsense"))
                .hasMessageContaining("scheme://user:password@host:port/database");
    }
}
