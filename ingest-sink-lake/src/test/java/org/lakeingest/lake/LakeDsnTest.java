package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LakeDsnTest {
    @ParameterizedTest
    @CsvSource({
        "http://u:p@h,                          http://h:80",
        "https://u:p@h,                         https://h:443",
        "databend://u:p@h,                      https://h:443",
        "databend+http://u:p@h:8000,            http://h:8000",
        "databend://u:p@h:8000?sslmode=disable, http://h:8000",
        "https://u:p@h?sslmode=disable,         http://h:80",
        "databend+https://u:p@h,                https://h:443",
        "http://u:p@[::1]:8000/db,              http://[::1]:8000",
        "HTTP://u:p@h:1,                        http://h:1"
    })
    void schemeAndSslmodeDecideTlsAndTheDefaultPort(String dsn, String address) {
        assertThat(LakeDsn.parse(dsn).address()).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({
        "http://u:p%40ss%2Fword@h,   p@ss/word",
        "http://u:p@ss@h,            p@ss",
        "http://u:a/b@h:1/d?e=f,     a/b",
        "http://u:100%@h,            100%",
        "http://u:a+b@h,             a+b",
        "http://u:a:b@h,             a:b",
        "http://u:%E5%AF%86@h,       密",
        "http://u:密@h,              密",
        "http://u@h,                 ''",
        "http://u:@h,                ''"
    })
    void passwordsAreDecodedAndMayBeWrittenAsTheyAre(String dsn, String password) {
        LakeDsn parsed = LakeDsn.parse(dsn);

        assertThat(parsed.password()).isEqualTo(password);
        assertThat(parsed.user()).isEqualTo("u");
        assertThat(parsed.host()).isEqualTo("h");
    }

    @Test
    void theDatabaseIsThePathAndDefaultsToDefault() {
        assertThat(LakeDsn.parse("http://u@h/sales").database()).isEqualTo("sales");
        assertThat(LakeDsn.parse("http://u@h/").database()).isEqualTo("default");
        assertThat(LakeDsn.parse("http://u@h?x=1").database()).isEqualTo("default");
    }

    @Test
    void keysTheClientDoesNotKnowAreSessionSettings() {
        LakeDsn dsn =
                LakeDsn.parse("http://u@h/db?tenant=t&warehouse=w&role=r&timeout=1m30s&presigned_url_disabled=true"
                        + "&max_threads=4&timezone=Asia%2FShanghai&empty_field_as=string&query_tag=a+b");

        assertThat(dsn.settings())
                .isEqualTo(Map.of("max_threads", "4", "timezone", "Asia/Shanghai", "query_tag", "a b"));
        assertThat(dsn.option("tenant")).contains("t");
        assertThat(dsn.option("role")).contains("r");
        assertThat(dsn.timeout()).contains(Duration.ofSeconds(90));
        assertThat(dsn.presignDisabled()).isTrue();
    }

    @Test
    void anAtSignInTheQueryIsNotTheEndOfThePassword() {
        LakeDsn dsn = LakeDsn.parse("http://u:p@h:8000/db?query_tag=a@b");

        assertThat(dsn.host()).isEqualTo("h");
        assertThat(dsn.settings()).containsEntry("query_tag", "a@b");
    }

    @Test
    void anAccessTokenNeedsNoUser() {
        assertThat(LakeDsn.parse("https://h?access_token=abc").user()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:8000",
                "",
                "http://",
                "htp://u:topsecret@h",
                "databnd://u:topsecret@h",
                "http://u:topsecret@",
                "http://u:topsecret",
                "http://u:topsecret/db",
                "http://u:topsecret?a@h:1/db",
                "http://u:topsecret@h:99999",
                "http://u:topsecret@h:0",
                "http://u:topsecret@h:x",
                "http://u:topsecret@h/a/b",
                "http://h",
                "http://u:topsecret@h?presigned_url_disabled=maybe",
                "http://u:topsecret@h?timeout=soon",
                "http://u:topsecret@h?timeout=",
                "http://u:topsecret@h?wait_time_secs=-1",
                "http://u:topsecret@h?wait_time_secs=x",
                "http://u:topsecret@h?database=x",
                "http://h?access_token=topsecret&tls_config=x"
            })
    void anUnreadableDsnIsOneLineWithoutThePassword(String dsn) {
        assertThatThrownBy(() -> LakeDsn.parse(dsn))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .startsWith("dsn ")
                .doesNotContain("topsecret")
                .doesNotContain("\n");
    }

    @Test
    void printingADsnShowsNoCredentials() {
        assertThat(LakeDsn.parse("http://me:topsecret@h:8000/db?access_token=topsecret"))
                .asString()
                .isEqualTo("http://h:8000/db");
    }
}
