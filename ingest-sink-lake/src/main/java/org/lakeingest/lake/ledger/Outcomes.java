package org.lakeingest.lake.ledger;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.IngestException;

/** Words for what became of batches, and who has to hear of it. Thread-safe. */
final class Outcomes {
    private static final int MOST_NAMED = 4;

    private final GroupCommitter committer;
    private final LedgerCodes codes;

    Outcomes(GroupCommitter committer, LedgerCodes codes) {
        this.committer = committer;
        this.codes = codes;
    }

    static String ranges(Collection<Entry> entries) {
        StringBuilder text = new StringBuilder();
        int named = 0;
        for (Entry entry : entries) {
            if (named == MOST_NAMED) {
                return text + " and " + (entries.size() - MOST_NAMED) + " more";
            }
            text.append(named++ == 0 ? "" : ", ").append(entry);
        }
        return text.toString();
    }

    IngestException inContext(List<Packet> packets, IngestException reason) {
        List<Entry> entries =
                packets.stream().flatMap(packet -> packet.entries.stream()).toList();
        String message = "Cannot write " + ranges(entries) + ": " + reason.getMessage();
        return reason.recordOffset() < 0
                ? new IngestException(reason.code(), message, reason)
                : IngestException.atRecord(reason.code(), reason.recordOffset(), message, reason);
    }

    /** Tells a failure after what stands behind it is doomed. */
    void failed(Collection<Entry> entries, IngestException reason) {
        committer.doomBehind(entries);
        entries.forEach(entry -> entry.failed(reason));
    }

    void fenced(Map<Entry, IngestException> fenced) {
        committer.doomBehind(fenced.keySet());
        fenced.forEach(Entry::failed);
    }

    /** They are in the ledger, and perhaps nowhere else. */
    IngestException afterCommit(List<Entry> written, IngestException reason) {
        if (reason.code() != codes.replaced()) {
            return new IngestException(
                    reason.code(),
                    ranges(written) + " is committed, but not whether its tables are still there: "
                            + reason.getMessage(),
                    reason);
        }
        return new IngestException(
                reason.code(),
                "The rows of " + ranges(written) + " were committed while their table was replaced, and may be lost: "
                        + reason.getMessage()
                        + "; docs/delivery.md says how to read them again",
                reason);
    }

    /** Files of what was written are the lake's to delete; files of packets that go on are made anew. */
    void settled(List<Packet> packets) {
        for (Packet packet : packets) {
            if (packet.entries.stream().noneMatch(Entry::isOpen)) {
                packet.files = null;
            }
        }
    }

    void discard(List<Packet> packets) {
        for (Packet packet : packets) {
            List<StagedFile> files = packet.files;
            if (files != null) {
                committer.discard(files);
                packet.files = null;
            }
        }
    }
}
