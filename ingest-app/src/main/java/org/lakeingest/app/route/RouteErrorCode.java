package org.lakeingest.app.route;

import java.util.Optional;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.RejectStage;

/** Why {@code route} gives a row or a pipeline up. */
public enum RouteErrorCode implements ErrorCode {
    ROUTE_NO_NAME(
            ErrorKind.RECORD,
            "The field that names the table is null, absent, or no text.",
            "correct the record, or set default-table"),
    ROUTE_BAD_NAME(
            ErrorKind.RECORD,
            "The field's text cannot be a table's name: empty, longer than 200 characters, with quotes or control characters.",
            "correct the record"),
    ROUTE_TOO_MANY_TABLES(
            ErrorKind.RECORD,
            "The field names more tables than most-tables.",
            "look whether it is the right field, or raise most-tables"),
    ROUTE_NO_FIELD(
            ErrorKind.CONFIGURATION,
            "Rows have no column of this name, or one that holds no text.",
            "name another field, or another decoder");

    private final ErrorKind kind;
    private final String meaning;
    private final String remedy;

    RouteErrorCode(ErrorKind kind, String meaning, String remedy) {
        this.kind = kind;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }

    @Override
    public Optional<RejectStage> stage() {
        return Optional.of(RejectStage.ROUTING);
    }

    public String meaning() {
        return meaning;
    }

    public String remedy() {
        return remedy;
    }
}
