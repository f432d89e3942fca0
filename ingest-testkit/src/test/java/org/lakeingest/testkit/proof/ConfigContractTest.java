package org.lakeingest.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.config.Option;
import org.lakeingest.api.config.Secret;
import org.lakeingest.testkit.ConfigContract;

final class ConfigContractTest {
    @Test
    void soundOptionsKeepTheContractButForThePageTheyDoNotHave() {
        ContractRun run = ContractRun.of(Sound.class, null);

        assertThat(run.failed()).containsOnlyKeys("PAGE_IS_UP_TO_DATE");
        assertThat(run.passed()).hasSize(ConfigContract.Trait.values().length - 1);
    }

    @Test
    void everyOtherTraitFailsForOptionsThatLackIt() {
        assertThat(ContractRun.of(Unsound.class, null).failed())
                .containsOnlyKeys(
                        "BINDS_THE_LEAST",
                        "BINDS_EVERYTHING",
                        "REPORTS_WHAT_IS_WRONG",
                        "DOCUMENTS_EVERY_OPTION",
                        "NAMES_ARE_KEBAB_CASE",
                        "KEEPS_SECRETS",
                        "CREATES_WITHOUT_IO",
                        "PAGE_IS_UP_TO_DATE");
    }

    record SoundOptions(
            @Option(name = "table", description = "The target table.")
            String table,

            @Option(name = "timeout", description = "Time for one call.", defaultValue = "5s")
            Duration timeout,

            @Option(name = "password", description = "The password.")
            Optional<Secret> password,

            @Option(name = "batch", description = "Limits of a batch.")
            Limits batch) {
        SoundOptions {
            if (timeout.isZero()) {
                throw new IllegalArgumentException("timeout must be longer than zero");
            }
        }
    }

    record Limits(
            @Option(name = "rows", description = "Rows at most.", defaultValue = "5")
            int rows) {}

    record UnsoundOptions(
            @Option(name = "table", description = "table", defaultValue = "t")
            String table,

            @Option(name = "timeoutMs", description = "How long.", defaultValue = "5")
            int timeout,

            @Option(name = "password", description = "The password.")
            Optional<Secret> password) {
        @Override
        public String toString() {
            return table + password.map(Secret::value).orElse("");
        }
    }

    private record Factory<C extends Record>(Class<C> configType, boolean sound)
            implements ComponentFactory<Object, C> {
        @Override
        public String name() {
            return sound ? "sound" : "unSound";
        }

        @Override
        public Object create(C config, PluginContext context) {
            if (!sound) {
                throw new IllegalStateException("cannot connect");
            }
            return config;
        }
    }

    static final class Sound extends ConfigContract<SoundOptions> {
        @Override
        protected ComponentFactory<?, SoundOptions> factory() {
            return new Factory<>(SoundOptions.class, true);
        }

        @Override
        protected Map<String, String> least() {
            return Map.of("table", "t");
        }

        @Override
        protected SoundOptions defaults() {
            return new SoundOptions("t", Duration.ofSeconds(5), Optional.empty(), new Limits(5));
        }

        @Override
        protected Map<String, String> everything() {
            return Map.of("table", "u", "timeout", "1m", "password", "hush", "batch.rows", "6");
        }

        @Override
        protected SoundOptions full() {
            return new SoundOptions("u", Duration.ofMinutes(1), Optional.of(new Secret("hush")), new Limits(6));
        }

        @Override
        protected Map<Map<String, String>, String> wrong() {
            return Map.of(Map.of("timeout", "0s"), "timeout", Map.of("batch.rows", "many"), "batch.rows");
        }

        @Override
        protected String introduction() {
            return "Sound\n\nFor tests.";
        }
    }

    static final class Unsound extends ConfigContract<UnsoundOptions> {
        @Override
        protected ComponentFactory<?, UnsoundOptions> factory() {
            return new Factory<>(UnsoundOptions.class, false);
        }

        @Override
        protected Map<String, String> least() {
            return Map.of("table", "t");
        }

        @Override
        protected UnsoundOptions defaults() {
            return new UnsoundOptions("t", 5, Optional.empty());
        }

        @Override
        protected Map<String, String> everything() {
            return Map.of("table", "u", "password", "hush");
        }

        @Override
        protected UnsoundOptions full() {
            return new UnsoundOptions("u", 5, Optional.of(new Secret("hush")));
        }

        @Override
        protected Map<Map<String, String>, String> wrong() {
            return Map.of(Map.of("timeoutMs", "-1"), "timeoutMs");
        }

        @Override
        protected String introduction() {
            return "Unsound";
        }
    }
}
