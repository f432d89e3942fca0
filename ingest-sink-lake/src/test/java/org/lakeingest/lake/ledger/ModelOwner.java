package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Claim;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.testkit.RecordedMetrics;
import org.lakeingest.testkit.WriteBatches;

/** A process: claims all partitions, then hands over one batch of each, one offset long, until the end of the log. */
final class ModelOwner implements WriteListener {
    final ModelPort port;
    boolean crashed;
    boolean fenced;
    boolean stopped;

    private final ModelLake lake;
    private final Set<SourcePartition> partitions;
    private final int end;
    private final ClaimDesk desk;
    private final Member member = new Member();
    private final Map<SourcePartition, Long> at = new TreeMap<>((a, b) -> Integer.compare(a.number(), b.number()));
    private Map<SourcePartition, Claim> claims = Map.of();
    private int open;

    /** The first batch that was called durable and is not in the table. */
    @Nullable
    WriteBatch missing;

    ModelOwner(String name, ModelLake lake, Set<SourcePartition> partitions, int end, LedgerGuards guards) {
        this.port = new ModelPort(lake);
        this.lake = lake;
        this.partitions = partitions;
        this.end = end;
        CommitSettings settings = new CommitSettings(ModelPort.CODES, port, new RecordedMetrics(), 4, 10, guards);
        desk = new ClaimDesk(port, new GroupCommitter(port, settings), settings, name);
    }

    void start() {
        port.claiming();
        var unused = desk.claim(member, partitions).whenComplete((answer, failure) -> {
            if (failure != null) {
                fenced |= Steps.reason(failure).code().kind() == ErrorKind.FENCED;
                stopped = true;
                return;
            }
            claims = answer;
            answer.forEach(
                    (partition, claim) -> at.put(partition, claim.position().orElse(0)));
            submit();
        });
    }

    private void submit() {
        List<WriteBatch> group = new ArrayList<>();
        at.forEach((partition, position) -> {
            Claim claim = claims.get(partition);
            if (claim != null && position < end) {
                OffsetRange range = new OffsetRange(position, position + 1);
                group.add(WriteBatches.under(claim.epoch(), WriteBatches.of(partition, range, List.of())));
            }
        });
        if (group.isEmpty() || stopped) {
            stopped = true;
            return;
        }
        open = group.size();
        desk.write(member, group, this);
    }

    @Override
    public void onDurable(WriteBatch batch) {
        List<Long> rows = lake.target.rows.getOrDefault(batch.partition(), List.of());
        if (missing == null && !rows.contains(batch.range().start())) {
            missing = batch;
        }
        at.put(batch.partition(), batch.range().end());
        outcome();
    }

    @Override
    public void onFailed(WriteBatch batch, IngestException reason) {
        ErrorKind kind = reason.code().kind();
        if (kind == ErrorKind.FENCED) {
            fenced = true;
            at.remove(batch.partition());
        } else if (!kind.isRetried()) {
            stopped = true;
        }
        outcome();
    }

    private void outcome() {
        if (--open == 0) {
            submit();
        }
    }

    boolean finished() {
        return !crashed && !fenced && at.values().stream().allMatch(position -> position == end);
    }
}
