package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.encode.RowIds;

/**
 * Questions to a raw table about where its rows came from. A row of ours names its partition by the beginning of its uuid, which
 * topics made anew and other clusters do not share; a row of another tool by topic and partition. Immutable.
 */
final class AuditSql {
    private static final String OURS = "substr(uuid, 15, 1) = '8'";

    private final String table;
    private final boolean foreign;

    /**
     * About one table, or several as if they were one.
     *
     * @param foreign whether rows of other tools are there, which costs a look at the metadata of each row
     */
    AuditSql(List<TableName> tables, boolean foreign) {
        this.table = tables.size() == 1 ? tables.get(0).sql() : "(" + union(tables) + ") AS u";
        this.foreign = foreign;
    }

    private static String union(List<TableName> tables) {
        List<String> selects = new ArrayList<>(tables.size());
        for (TableName table : tables) {
            selects.add("SELECT uuid, koffset, kpartition, record_metadata FROM " + table.sql());
        }
        return String.join(" UNION ALL ", selects);
    }

    /** One row where there are rows of other tools, else none. */
    static String foreign(TableName table) {
        return "SELECT 1 FROM " + table.sql() + " WHERE substr(uuid, 15, 1) <> '8' LIMIT 1";
    }

    /** By the index of the partition: rows, different offsets, first, last, rows behind the range. */
    String count(List<SourcePartition> partitions, Map<SourcePartition, OffsetRange> ranges) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            SourcePartition partition = partitions.get(i);
            OffsetRange range = ranges.getOrDefault(partition, new OffsetRange(0, 0));
            String rest = ", " + partition.number() + ", " + range.start() + ", " + range.end() + ")";
            values.add("(" + i + ", " + SqlIdentifier.literal(RowIds.prefix(partition)) + rest);
            if (foreign) {
                values.add("(" + i + ", " + SqlIdentifier.literal(partition.stream()) + rest);
            }
        }
        String origin = foreign
                ? "if(" + OURS + ", substr(uuid, 1, " + RowIds.PREFIX_LENGTH + "), record_metadata['topic']::STRING)"
                : "substr(uuid, 1, " + RowIds.PREFIX_LENGTH + ")";
        String inside = "t.koffset >= p.range_start AND t.koffset < p.range_end";
        return "SELECT p.idx, count(if(" + inside + ", 1, NULL)), count(DISTINCT if(" + inside + ", t.koffset, NULL)),"
                + " min(if(" + inside + ", t.koffset, NULL)), max(if(" + inside + ", t.koffset, NULL)),"
                + " count(if(t.koffset >= p.range_end, 1, NULL))"
                + " FROM (SELECT koffset, kpartition, " + origin + " AS origin FROM " + table + ") AS t"
                + " JOIN (SELECT * FROM (VALUES " + String.join(", ", values)
                + ") AS v (idx, origin, number, range_start, range_end)) AS p"
                + " ON t.origin = p.origin AND t.kpartition = p.number GROUP BY p.idx";
    }

    /** Start and end of each gap. */
    String gaps(SourcePartition partition, OffsetRange within, int most) {
        return "SELECT before_gap + 1, koffset FROM (SELECT koffset, lag(koffset) OVER (ORDER BY koffset) AS before_gap FROM "
                + table + rowsOf(partition, within) + ") AS s WHERE koffset - before_gap > 1 ORDER BY koffset LIMIT "
                + most;
    }

    /** Start and end of each range of which every offset is there more than once. */
    String doubles(SourcePartition partition, OffsetRange within, int most) {
        return "SELECT min(koffset), max(koffset) + 1 FROM (SELECT koffset,"
                + " koffset - row_number() OVER (ORDER BY koffset) AS island FROM (SELECT koffset FROM " + table
                + rowsOf(partition, within) + " GROUP BY koffset HAVING count(*) > 1) AS d) AS s GROUP BY island"
                + " ORDER BY 1 LIMIT " + most;
    }

    private String rowsOf(SourcePartition partition, OffsetRange within) {
        String ours =
                "substr(uuid, 1, " + RowIds.PREFIX_LENGTH + ") = " + SqlIdentifier.literal(RowIds.prefix(partition));
        String others =
                "NOT " + OURS + " AND record_metadata['topic']::STRING = " + SqlIdentifier.literal(partition.stream());
        return " WHERE kpartition = " + partition.number() + " AND koffset >= " + within.start() + " AND koffset < "
                + within.end() + " AND " + (foreign ? "(" + ours + " OR (" + others + "))" : ours);
    }
}
