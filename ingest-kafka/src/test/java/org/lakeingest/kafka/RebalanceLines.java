package org.lakeingest.kafka;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Collects the lines a user would search the log for. */
final class RebalanceLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(KafkaSource.class);

    RebalanceLines() {
        start();
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getFormattedMessage().startsWith("kafka_rebalance")) {
            lines.add(event.getFormattedMessage());
        }
    }

    List<String> ofWorker(int worker) {
        return lines.stream()
                .filter(line -> line.contains("worker=" + worker + " "))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
    }
}
