package org.lakeingest.engine;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Sink;
import org.lakeingest.api.Source;
import org.lakeingest.api.Transformer;

/** The components of a pipeline, or what makes them. Without a queue, dead letters go to the sink with their batches. */
record PipelineParts(
        IntFunction<Source> source,
        Supplier<Decoder> decoder,
        Supplier<List<Transformer>> transformers,
        Sink sink,
        @Nullable DeadLetterQueue deadLetters) {}
