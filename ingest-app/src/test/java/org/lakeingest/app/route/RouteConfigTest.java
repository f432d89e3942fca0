package org.lakeingest.app.route;

import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.testkit.ConfigContract;

class RouteConfigTest extends ConfigContract<RouteConfig> {
    @Override
    protected ComponentFactory<?, RouteConfig> factory() {
        return new RouteFactory();
    }

    @Override
    protected Map<String, String> least() {
        return Map.of("field", "type");
    }

    @Override
    protected RouteConfig defaults() {
        return new RouteConfig("type", Optional.empty(), false, Optional.empty(), 1000);
    }

    @Override
    protected Map<String, String> everything() {
        return Map.of(
                "field", "kind",
                "prefix", "events.raw_",
                "drop-field", "true",
                "default-table", "events.other",
                "most-tables", "5");
    }

    @Override
    protected RouteConfig full() {
        return new RouteConfig("kind", Optional.of("events.raw_"), true, Optional.of("events.other"), 5);
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.of(
                Map.of("prefix", "a.b.c"), "prefix",
                Map.of("prefix", "\"a"), "prefix",
                Map.of("most-tables", "0"), "most-tables");
    }

    @Override
    protected String introduction() {
        return """
                # Transformer `route`

                Sends each row to the table that a field of it names; docs/routing.md shows how. The field is a column of text, or, where
                rows hold a whole JSON message (`decoder: {type: json}` without columns), a top-level field of the message. Its text is
                kept as it is, upper case and dots included.

                | A row whose field is | Goes |
                |---|---|
                | a text of 1 to 200 characters without quotes, backslashes and control characters | to the table of that name |
                | null or absent | to `default-table`, or is rejected |
                | anything else | is rejected |
                """;
    }
}
