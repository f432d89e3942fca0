package org.lakeingest.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.Claim;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.api.WriterContext;
import org.lakeingest.app.AppErrorCode;

class PluginBoundaryTest {
    private static final ClassLoader LOADER = new ClassLoader(PluginBoundaryTest.class.getClassLoader()) {};

    private final Recorder component = new Recorder();
    private final Sink sink = PluginBoundary.wrap((Sink) component, "sink 'recorder'", LOADER);

    @Test
    void keepsTheCapabilitiesOfTheComponentVisible() {
        assertThat(sink).isInstanceOf(TransactionalSink.class);
        assertThat(sink.openWriter(new Context()))
                .isInstanceOf(TransactionalWriter.class)
                .isNotSameAs(component);
    }

    @Test
    void turnsAForeignExceptionIntoOneOfKindInternal() {
        component.thrown = new IllegalStateException("content of a record");

        assertThatThrownBy(sink::open)
                .isInstanceOfSatisfying(IngestException.class, e -> {
                    assertThat(e.code()).isEqualTo(AppErrorCode.PLUGIN_FAILED);
                    assertThat(e.code().kind()).isEqualTo(ErrorKind.INTERNAL);
                })
                .hasMessageContaining("sink 'recorder' failed in open with java.lang.IllegalStateException")
                .hasMessageNotContaining("content of a record")
                .hasCause(component.thrown);
    }

    @Test
    void letsAnExceptionOfTheSpiPass() {
        component.thrown = new IngestException(AppErrorCode.PLUGIN_INVALID, "as it is");

        assertThatThrownBy(sink::open).isSameAs(component.thrown);
    }

    @Test
    void saysWhatToSetWhenNativeCodeCannotBeLoaded() {
        component.error = new UnsatisfiedLinkError("failed to map segment");

        assertThatThrownBy(sink::open)
                .isInstanceOfSatisfying(
                        IngestException.class, e -> assertThat(e.code()).isEqualTo(AppErrorCode.NATIVE_CODE_UNUSABLE))
                .hasMessageContaining("INGEST_TMP");
    }

    @Test
    void letsErrorsOfTheVirtualMachinePass() {
        component.error = new OutOfMemoryError("of the test");

        assertThatThrownBy(sink::open).isSameAs(component.error);
    }

    @Test
    void isEqualToItselfOnlyAndPrintsTheName() {
        assertThat(sink).isNotEqualTo(component).hasToString("sink 'recorder'");
        assertThat(Set.of(sink)).contains(sink);
    }

    private record Context() implements WriterContext {
        @Override
        public int worker() {
            return 0;
        }

        @Override
        public Membership membership() {
            return new Membership() {};
        }
    }

    private static final class Recorder implements TransactionalSink, TransactionalWriter {
        private @Nullable RuntimeException thrown;
        private @Nullable Error error;

        @Override
        public void open() {
            if (thrown != null) {
                throw thrown;
            }
            if (error != null) {
                throw error;
            }
        }

        @Override
        public TransactionalWriter openWriter(WriterContext context) {
            return this;
        }

        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {}

        @Override
        public CompletionStage<Map<SourcePartition, Claim>> claim(Set<SourcePartition> partitions) {
            return CompletableFuture.completedFuture(Map.of());
        }

        @Override
        public void release(Set<SourcePartition> partitions) {}

        @Override
        public void close() {}
    }
}
