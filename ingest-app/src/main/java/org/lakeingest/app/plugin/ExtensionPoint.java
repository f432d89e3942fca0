package org.lakeingest.app.plugin;

import java.util.List;
import java.util.function.Function;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.DeadLetterQueueFactory;
import org.lakeingest.api.DecoderFactory;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.SinkFactory;
import org.lakeingest.api.SourceFactory;
import org.lakeingest.api.TransformerFactory;

/**
 * A kind of component that plugins can offer. There is one constant per kind, so a point is compared by identity. Immutable.
 *
 * @param title as it is written in messages: {@code dead-letter queue}
 * @param factories reads the plugin's list
 * @param <F> the factory
 */
public record ExtensionPoint<F extends ComponentFactory<?, ?>>(
        String title, Function<IngestPlugin, List<? extends F>> factories) {
    public static final ExtensionPoint<SourceFactory<?>> SOURCE = new ExtensionPoint<>("source", IngestPlugin::sources);
    public static final ExtensionPoint<DecoderFactory<?>> DECODER =
            new ExtensionPoint<>("decoder", IngestPlugin::decoders);
    public static final ExtensionPoint<TransformerFactory<?>> TRANSFORMER =
            new ExtensionPoint<>("transformer", IngestPlugin::transformers);
    public static final ExtensionPoint<SinkFactory<?>> SINK = new ExtensionPoint<>("sink", IngestPlugin::sinks);
    public static final ExtensionPoint<DeadLetterQueueFactory<?>> DEAD_LETTER_QUEUE =
            new ExtensionPoint<>("dead-letter queue", IngestPlugin::deadLetterQueues);

    /** Every point, in the order of a record's way through a pipeline. */
    public static final List<ExtensionPoint<?>> ALL = List.of(SOURCE, DECODER, TRANSFORMER, SINK, DEAD_LETTER_QUEUE);
}
