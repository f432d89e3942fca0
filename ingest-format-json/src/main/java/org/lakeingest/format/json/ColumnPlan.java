package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.format.json.PlannedColumn.Growth;

/** Reads documents into a fixed set of columns, and says when a document needs another one. Confined to one thread. */
final class ColumnPlan {
    /** Codes of fields that are no columns. */
    private static final int REST = -1;

    private static final int UNKNOWN = -2;
    /** This and the ones below are names that may become columns, and were only null so far. */
    private static final int FIRST_NEW = -3;

    /** Number of new names beyond those that are told apart. */
    private static final int UNCOUNTED = 0;

    /** More names than this are looked up anew each time. */
    private static final int MOST_NAMES = 20_000;

    /** More schemas than this are made anew when they are needed. */
    private static final int MOST_LAYOUTS = 32;

    private final List<PlannedColumn> columns;
    private final FieldPolicy fields;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final SeenNames names = new SeenNames(MOST_NAMES);
    private final ValueReader[] readers;
    private final int restColumn;
    private final int[] defaulted;
    private final int[] required;
    /** Which document each column was last seen in, so that nothing has to be cleared between documents. */
    private final long[] seenIn;

    private final Map<String, Integer> newNames = new HashMap<>();
    private long[] newSeenIn = new long[16];

    private final List<RowLayout> layouts = new ArrayList<>();
    private RowLayout layout;
    private long document;
    private boolean misfits;
    private @Nullable PlannedColumn misfit;

    /**
     * A plan.
     *
     * @param columns at least one
     * @param hidden name of a column that no field goes to, since it is for the rest; or null
     */
    ColumnPlan(List<PlannedColumn> columns, @Nullable String hidden, FieldPolicy fields) {
        this.columns = columns;
        this.fields = fields;
        this.readers = columns.stream().map(PlannedColumn::reader).toArray(ValueReader[]::new);
        this.seenIn = new long[readers.length];
        this.defaulted = where(PlannedColumn::defaulted);
        this.required = where(PlannedColumn::required);
        for (int i = 0; i < readers.length; i++) {
            numbers.put(columns.get(i).name(), i);
        }
        Integer rest = hidden == null ? null : numbers.remove(hidden);
        this.restColumn = rest == null || fields.rest() == null ? UNKNOWN : rest;
        this.layout = RowLayout.without(new BitSet(), columns);
        layouts.add(layout);
    }

    private int[] where(Predicate<PlannedColumn> condition) {
        int[] found = new int[columns.size()];
        int count = 0;
        for (int i = 0; i < columns.size(); i++) {
            if (condition.test(columns.get(i))) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** How many columns there are that fields go to. */
    int size() {
        return numbers.size();
    }

    boolean adds() {
        return fields.adds();
    }

    /** Where rows go now; changes when a document is answered with {@link RowReader#AGAIN}. */
    Schema schema() {
        return layout.schema();
    }

    /** The column that a field belongs to, or null when it is none: by its exact name, else by its name in lower case. */
    @Nullable
    PlannedColumn columnOf(String name) {
        Integer number = numberOf(name);
        return number == null ? null : columns.get(number);
    }

    private @Nullable Integer numberOf(String name) {
        Integer number = numbers.get(name);
        return number == null ? numbers.get(name.toLowerCase(Locale.ROOT)) : number;
    }

    /** Why a document with a field that is no column and cannot become one is refused, or null when it is not. */
    @Nullable
    IngestException refusalOf(boolean isNull) {
        return fields.rest() == null ? fields.unknown().refusal(isNull) : null;
    }

    private int resolve(String name) {
        Integer number = numberOf(name);
        int code;
        if (number != null) {
            code = number;
        } else if (fields.adds() && !name.isEmpty()) {
            code = FIRST_NEW - newNumberOf(name.toLowerCase(Locale.ROOT));
        } else {
            code = fields.rest() == null ? UNKNOWN : REST;
        }
        names.add(name, code);
        return code;
    }

    private int newNumberOf(String column) {
        Integer known = newNames.get(column);
        if (known != null || newNames.size() == MOST_NAMES) {
            return known == null ? UNCOUNTED : known;
        }
        int number = newNames.size() + 1;
        newNames.put(column, number);
        if (number == newSeenIn.length) {
            newSeenIn = Arrays.copyOf(newSeenIn, 2 * number);
        }
        return number;
    }

    /**
     * Reads from the start of an object up to its end.
     *
     * @return the first fault, or {@link RowReader#AGAIN}, the parser standing anywhere; or null
     */
    @Nullable
    IngestException read(ParserBase parser, RowAppender rows) throws IOException {
        begin();
        int[] slots = layout.slots();
        boolean fits = true;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            int column = names.find(parser.currentName());
            if (column == SeenNames.UNKNOWN) {
                column = resolve(parser.currentName());
            }
            String name = column == REST ? parser.currentName() : "";
            parser.nextToken();
            IngestException fault = null;
            if (column < 0) {
                fault = readOther(column, name, parser);
            } else if (seenIn[column] == document) {
                return twice(columns.get(column).name());
            } else {
                seenIn[column] = document;
                fits &= slots[column] != RowLayout.ABSENT;
                if (fits) {
                    fault = readers[column].read(parser, rows, slots[column]);
                } else {
                    parser.skipChildren();
                }
            }
            if (fault != null) {
                return column < 0 ? fault : misfitOr(fault, columns.get(column));
            }
        }
        return finish(rows);
    }

    private void begin() {
        document++;
        misfits = false;
        misfit = null;
        names.restart();
        RestObject rest = fields.rest();
        if (rest != null) {
            rest.clear();
        }
    }

    private @Nullable IngestException readOther(int code, String name, ParserBase parser) throws IOException {
        RestObject rest = fields.rest();
        if (code == REST && rest != null) {
            return rest.add(parser, name);
        }
        if (code > FIRST_NEW) {
            return fields.unknown().skip(parser);
        }
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            int number = FIRST_NEW - code;
            if (newSeenIn[number] == document && number != UNCOUNTED) {
                return twice(parser.currentName());
            }
            newSeenIn[number] = document;
            return null;
        }
        misfits = true;
        return RowReader.AGAIN;
    }

    private IngestException misfitOr(IngestException fault, PlannedColumn column) {
        if (column.growth() == Growth.NONE || fault.code() == JsonErrorCode.JSON_REQUIRED) {
            return fault;
        }
        misfits = true;
        misfit = column;
        return RowReader.AGAIN;
    }

    /** Whether the document answered with {@link RowReader#AGAIN} needs another plan, not only another schema of this one. */
    boolean misfits() {
        return misfits;
    }

    /** The column whose value did not fit; null when it was a new field. */
    @Nullable
    PlannedColumn misfit() {
        return misfit;
    }

    /** Fills the row of a record without a value. */
    @Nullable
    IngestException readNothing(RowAppender rows) {
        begin();
        return finish(rows);
    }

    private @Nullable IngestException finish(RowAppender rows) {
        for (int column : required) {
            if (seenIn[column] != document) {
                return readers[column].required();
            }
        }
        for (int column : defaulted) {
            if ((seenIn[column] == document) != (layout.slots()[column] != RowLayout.ABSENT)) {
                return useLayoutOfDocument();
            }
        }
        RestObject rest = fields.rest();
        if (rest != null && restColumn >= 0) {
            rest.writeTo(rows, layout.slots()[restColumn]);
        }
        return null;
    }

    private IngestException useLayoutOfDocument() {
        BitSet missing = new BitSet(columns.size());
        for (int column : defaulted) {
            missing.set(column, seenIn[column] != document);
        }
        if (missing.cardinality() == columns.size()) {
            return new IngestException(
                    JsonErrorCode.JSON_NO_COLUMNS,
                    "the record has a value for no column, and its row would have no column (see tombstones, for records"
                            + " without a value)");
        }
        layout = layoutWithout(missing);
        return RowReader.AGAIN;
    }

    private RowLayout layoutWithout(BitSet missing) {
        for (RowLayout known : layouts) {
            if (known.missing().equals(missing)) {
                return known;
            }
        }
        if (layouts.size() == MOST_LAYOUTS) {
            layouts.clear();
        }
        RowLayout created = RowLayout.without(missing, columns);
        layouts.add(created);
        return created;
    }

    /** The fault of a document with two fields for a column. */
    static IngestException twice(String column) {
        return new IngestException(
                JsonErrorCode.JSON_DUPLICATE_NAME,
                "two fields of the document belong to the column '" + column
                        + "': one name given twice, or names that differ in case");
    }
}
