package org.lakeingest.engine.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Every meter of the engine. Each carries the tag {@code pipeline}, and the further ones it lists, whose values are given in
 * that order. Registering one twice answers the same meter, except for gauges, of which the first stays. Thread-safe.
 */
public enum EngineMeter {
    RECORDS("ingest.records", Type.COUNTER, "records", "Records polled from the source."),
    RECORD_BYTES("ingest.record.bytes", Type.COUNTER, "bytes", "Bytes of the values of these records."),
    ROWS("ingest.rows", Type.COUNTER, "rows", "Rows that the sink reported as durable."),
    ROW_BYTES("ingest.row.bytes", Type.COUNTER, "bytes", "Bytes of the values that became durable rows."),
    BATCHES("ingest.batches", Type.COUNTER, "batches", "Write batches that the sink reported as durable."),
    GROUPS("ingest.groups", Type.COUNTER, "groups", "Groups of write batches that were closed together."),
    GROUP_ROWS("ingest.group.rows", Type.SUMMARY, "", "Rows of a group when it was closed."),
    GROUP_FILL("ingest.group.fill", Type.TIMER, "seconds", "Time from a group's first record to its closing."),
    BATCH_ROWS("ingest.batch.rows", Type.SUMMARY, "", "Rows of one partition's batch when it was closed."),
    BATCH_BYTES("ingest.batch.bytes", Type.SUMMARY, "bytes", "Memory of one partition's batch when it was closed."),
    BATCH_AGE("ingest.batch.age", Type.TIMER, "seconds", "Age of one partition's batch when it was closed."),
    DECODE_TIME("ingest.decode.time", Type.COUNTER, "seconds", "Time that lanes spent decoding and transforming."),
    WRITE_TIME(
            "ingest.write.time",
            Type.COUNTER,
            "seconds",
            "Sum over groups, from closing to outcome, retries included."),
    WRITES_OPEN("ingest.writes.open", Type.GAUGE, "", "Groups that the sink holds without an outcome."),
    WRITES(
            "ingest.writes",
            Type.COUNTER,
            "",
            "Outcomes of batches, each attempt counted: durable, or the kind of the failure in lower case.",
            "outcome"),
    PARTITIONS_BLOCKED(
            "ingest.partitions.blocked", Type.GAUGE, "", "Partitions whose writes wait until somebody acts."),
    IN_FLIGHT_BYTES("ingest.in.flight.bytes", Type.GAUGE, "bytes", "Memory kept between poll and durable."),
    OLDEST_IN_FLIGHT("ingest.in.flight.oldest", Type.GAUGE, "seconds", "Age of the oldest range that is not durable."),
    PARTITIONS_PAUSED("ingest.partitions.paused", Type.GAUGE, "", "Partitions that are not read for now."),
    LAG("ingest.lag", Type.GAUGE, "records", "Log end minus committed position; NaN when the source does not say."),
    COMMITS("ingest.commits", Type.COUNTER, "", "Commits of positions asked of the source."),
    ERRORS("ingest.errors", Type.COUNTER, "", "Failures, each attempt counted, and rejected records.", "code"),
    REJECTED(
            "ingest.rejected",
            Type.COUNTER,
            "records",
            "Records given up while the pipeline goes on; read again, they count again.",
            "stage",
            "code",
            "policy"),
    RETRIES("ingest.retries", Type.COUNTER, "", "Writes that were tried again."),
    LATE_COMPLETIONS("ingest.completions.late", Type.COUNTER, "", "Outcomes after the lease had ended; ignored."),
    REBALANCES("ingest.rebalances", Type.COUNTER, "", "Changes of the assignment.");

    /** What a meter does. */
    public enum Type {
        COUNTER,
        GAUGE,
        SUMMARY,
        TIMER
    }

    private final String meterName;
    private final Type type;
    private final String unit;
    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> tags;

    EngineMeter(String meterName, Type type, String unit, String text, String... tags) {
        this.meterName = meterName;
        this.type = type;
        this.unit = unit;
        this.text = text;
        this.tags = List.of(tags);
    }

    /** With dots; a registry writes it in its own way. */
    public String meterName() {
        return meterName;
    }

    public Type type() {
        return type;
    }

    /** Empty where the meter counts things that the name says. */
    public String unit() {
        return unit;
    }

    /** One sentence. */
    public String text() {
        return text;
    }

    /** Tags besides {@code pipeline}, in the order of their values. */
    public List<String> tags() {
        return tags;
    }

    public Counter counter(MeterRegistry registry, String pipeline, String... tagValues) {
        require(Type.COUNTER);
        return Counter.builder(meterName)
                .description(text)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags(pipeline, tagValues))
                .register(registry);
    }

    /**
     * A counter that reads what the engine counts itself, on any thread. The registry does not keep {@code counted} alive:
     * whoever counts does.
     */
    public <T> FunctionCounter counter(
            MeterRegistry registry, T counted, ToDoubleFunction<T> count, String pipeline, String... tagValues) {
        require(Type.COUNTER);
        return FunctionCounter.builder(meterName, counted, count)
                .description(text)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags(pipeline, tagValues))
                .register(registry);
    }

    /** How the recorded values are distributed. */
    public DistributionSummary summary(MeterRegistry registry, String pipeline, String... tagValues) {
        require(Type.SUMMARY);
        return DistributionSummary.builder(meterName)
                .description(text)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags(pipeline, tagValues))
                .register(registry);
    }

    /** How the recorded times are distributed. */
    public Timer timer(MeterRegistry registry, String pipeline, String... tagValues) {
        require(Type.TIMER);
        return Timer.builder(meterName)
                .description(text)
                .tags(tags(pipeline, tagValues))
                .register(registry);
    }

    /** The supplier is kept for as long as the registry; it is called on any thread. */
    public Gauge gauge(MeterRegistry registry, DoubleSupplier value, String pipeline, String... tagValues) {
        require(Type.GAUGE);
        return Gauge.builder(meterName, value::getAsDouble)
                .description(text)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags(pipeline, tagValues))
                .strongReference(true)
                .register(registry);
    }

    private void require(Type expected) {
        if (type != expected) {
            throw new IllegalArgumentException(this + " is a " + type + ", not a " + expected);
        }
    }

    private Tags tags(String pipeline, String... values) {
        if (values.length != tags.size()) {
            throw new IllegalArgumentException(this + " has the tags " + tags + ", given " + values.length + " values");
        }
        Tags all = Tags.of("pipeline", pipeline);
        for (int i = 0; i < values.length; i++) {
            all = all.and(tags.get(i), values[i]);
        }
        return all;
    }
}
