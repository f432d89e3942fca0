package org.lakeingest.engine;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.engine.metrics.EngineMeter;
import org.lakeingest.engine.progress.Counters;

/** Shows what a pipeline counts in the meter registry. */
final class PipelineMeters {
    private final MeterRegistry meters;
    private final String pipelineName;

    PipelineMeters(MeterRegistry meters, String pipelineName) {
        this.meters = meters;
        this.pipelineName = pipelineName;
    }

    void show(Counters counters, PipelineControl pipeline) {
        counter(EngineMeter.RECORDS, counters.recordsPolled);
        counter(EngineMeter.RECORD_BYTES, counters.bytesPolled);
        counter(EngineMeter.ROWS, counters.rowsDurable);
        counter(EngineMeter.ROW_BYTES, counters.bytesDurable);
        counter(EngineMeter.BATCHES, counters.batchesDurable);
        counter(EngineMeter.GROUPS, counters.groupsClosed);
        counter(EngineMeter.RETRIES, counters.retries);
        counter(EngineMeter.LATE_COMPLETIONS, counters.lateCompletions);
        counter(EngineMeter.COMMITS, counters.commits);
        counter(EngineMeter.REBALANCES, counters.rebalances);
        seconds(EngineMeter.DECODE_TIME, counters.decodeNanos);
        seconds(EngineMeter.WRITE_TIME, counters.writeNanos);
        DistributionSummary rows = EngineMeter.GROUP_ROWS.summary(meters, pipelineName);
        Timer fill = EngineMeter.GROUP_FILL.timer(meters, pipelineName);
        counters.onGroupClosed((count, nanos) -> {
            rows.record((double) count);
            fill.record(nanos, TimeUnit.NANOSECONDS);
        });
        DistributionSummary batchRows = EngineMeter.BATCH_ROWS.summary(meters, pipelineName);
        DistributionSummary batchBytes = EngineMeter.BATCH_BYTES.summary(meters, pipelineName);
        Timer batchAge = EngineMeter.BATCH_AGE.timer(meters, pipelineName);
        counters.onBatchClosed((count, bytes, nanos) -> {
            batchRows.record((double) count);
            batchBytes.record((double) bytes);
            batchAge.record(nanos, TimeUnit.NANOSECONDS);
        });
        showWrites(counters);
        counters.onNewError(
                (code, count) -> EngineMeter.ERRORS.counter(meters, count, LongAdder::sum, pipelineName, code));
        counters.onNewRejection((stage, code, policy, count) ->
                EngineMeter.REJECTED.counter(meters, count, LongAdder::sum, pipelineName, stage, code, policy));
        for (EngineErrorCode code : EngineErrorCode.values()) {
            counters.error(code, 0);
        }
        showHealth(pipeline);
    }

    private void showWrites(Counters counters) {
        EngineMeter.WRITES_OPEN.gauge(meters, counters.openWrites::sum, pipelineName);
        EngineMeter.PARTITIONS_BLOCKED.gauge(meters, counters.blockages::partitions, pipelineName);
        EngineMeter.WRITES.counter(meters, counters.batchesDurable, LongAdder::sum, pipelineName, "durable");
        for (ErrorKind kind : ErrorKind.values()) {
            String outcome = kind.name().toLowerCase(Locale.ROOT);
            EngineMeter.WRITES.counter(meters, counters.failedWrites(kind), LongAdder::sum, pipelineName, outcome);
        }
    }

    private void showHealth(PipelineControl pipeline) {
        EngineMeter.IN_FLIGHT_BYTES.gauge(meters, () -> pipeline.health().inFlightBytes(), pipelineName);
        EngineMeter.OLDEST_IN_FLIGHT.gauge(
                meters, () -> pipeline.health().oldestInFlight().toMillis() / 1e3, pipelineName);
        EngineMeter.PARTITIONS_PAUSED.gauge(meters, pipeline::pausedPartitions, pipelineName);
        EngineMeter.LAG.gauge(meters, () -> lag(pipeline.health()), pipelineName);
    }

    private static double lag(PipelineHealth health) {
        return health.lag().isPresent() ? health.lag().getAsLong() : Double.NaN;
    }

    private void counter(EngineMeter meter, LongAdder count) {
        meter.counter(meters, count, LongAdder::sum, pipelineName);
    }

    private void seconds(EngineMeter meter, LongAdder nanos) {
        meter.counter(meters, nanos, sum -> sum.sum() / 1e9, pipelineName);
    }
}
