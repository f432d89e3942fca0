package org.lakeingest.app.route;

import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.Transformer;

/** Sends each row to the table that a field of it names. Confined to its lane's thread. */
final class Route implements Transformer {
    private final RouteConfig config;
    private final TargetNames names;
    private final JsonField json;
    private final @Nullable Target defaultTarget;
    private @Nullable Plan plan;

    /** How rows of one schema are routed. */
    private record Plan(Schema input, int column, boolean whole, boolean variant, RowCopier copier) {}

    Route(RouteConfig config) {
        this.config = config;
        this.names = new TargetNames(config);
        this.json = new JsonField(config.field());
        this.defaultTarget = config.defaultTable().map(Target::new).orElse(null);
    }

    @Override
    public void transform(RowBatch input, RowCollector output) {
        Plan now = plan;
        if (now == null || !now.input.equals(input.schema())) {
            now = plan(input.schema());
            plan = now;
        }
        RowBatch.Column column = input.column(now.column);
        BytesColumn bytes = column.bytes();
        for (int row = 0; row < input.rowCount(); row++) {
            names.clear();
            Target target = column.isNull(row) ? defaultTarget : target(now, bytes, row);
            if (target == null) {
                output.reject(row, refusal(names.refusedName(), names.full()));
                continue;
            }
            RowAppender appender = output.appender(target, now.copier.schema());
            appender.beginRow(row);
            now.copier.copy(input, row, appender);
            appender.endRow();
        }
    }

    /** Null when the row is to be rejected. */
    private @Nullable Target target(Plan now, BytesColumn bytes, int row) {
        byte[] array = bytes.array(row);
        int offset = bytes.arrayOffset(row);
        int length = bytes.length(row);
        if (!now.whole && !now.variant) {
            return names.target(array, offset, length);
        }
        boolean text = now.whole ? json.find(array, offset, length) : json.text(array, offset, length);
        if (!text) {
            names.clear();
            return json.isNull() ? defaultTarget : null;
        }
        return names.target(json.array(), json.offset(), json.length());
    }

    private IngestException refusal(boolean badName, boolean full) {
        RouteErrorCode code = full
                ? RouteErrorCode.ROUTE_TOO_MANY_TABLES
                : badName ? RouteErrorCode.ROUTE_BAD_NAME : RouteErrorCode.ROUTE_NO_NAME;
        String why = switch (code) {
            case ROUTE_TOO_MANY_TABLES -> "names more than " + config.mostTables() + " different tables";
            case ROUTE_BAD_NAME -> "cannot be the name of a table";
            default -> "is null, absent or no text, and there is no default-table";
        };
        return new IngestException(code, "the field " + config.field() + " " + why + "; " + code.remedy());
    }

    private Plan plan(Schema input) {
        int column = -1;
        for (int i = 0; i < input.fields().size(); i++) {
            if (input.fields().get(i).name().equals(config.field())) {
                column = i;
            }
        }
        boolean whole = column < 0
                && input.fields().size() == 1
                && input.fields().get(0).type().kind() == ColumnType.Kind.VARIANT;
        if (whole && !config.dropField()) {
            return new Plan(input, 0, true, true, RowCopier.of(input, -1));
        }
        ColumnType.Kind kind =
                column < 0 ? null : input.fields().get(column).type().kind();
        if (kind != ColumnType.Kind.STRING && kind != ColumnType.Kind.VARIANT) {
            throw new IngestException(
                    RouteErrorCode.ROUTE_NO_FIELD,
                    whole
                            ? "drop-field cannot take " + config.field() + " out of a whole message; leave it out"
                            : "there is no column " + config.field() + " that holds text; "
                                    + RouteErrorCode.ROUTE_NO_FIELD.remedy());
        }
        RowCopier copier = RowCopier.of(input, config.dropField() ? column : -1);
        return new Plan(input, column, false, kind == ColumnType.Kind.VARIANT, copier);
    }
}
