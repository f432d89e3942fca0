package org.lakeingest.app.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Transformer;
import org.lakeingest.engine.rows.ColumnarCollector;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.lakeingest.testkit.GeneratedPage;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.RowValues;
import org.lakeingest.testkit.TransformerContract;

class RouteTest extends TransformerContract {
    private static final Schema EVENTS = new Schema(List.of(
            field("n", new ColumnType(ColumnType.Kind.INT64, 0, 0, List.of())),
            field("type", new ColumnType(ColumnType.Kind.STRING, 0, 0, List.of())),
            field(
                    "tags",
                    new ColumnType(
                            ColumnType.Kind.LIST,
                            0,
                            0,
                            List.of(field("element", new ColumnType(ColumnType.Kind.STRING, 0, 0, List.of())))))));
    private static final Schema WHOLE =
            new Schema(List.of(field("value", new ColumnType(ColumnType.Kind.VARIANT, 0, 0, List.of()))));

    private final List<String> rejected = new ArrayList<>();

    private static Schema.Field field(String name, ColumnType type) {
        return new Schema.Field(name, type, true);
    }

    private static Route route(boolean drop, @Nullable String defaultTable, int most) {
        return new Route(
                new RouteConfig("type", Optional.of("Raw.ev_"), drop, Optional.ofNullable(defaultTable), most));
    }

    @Override
    protected Transformer newTransformer() {
        return route(true, "other", 10);
    }

    @Override
    protected RowBatch input() {
        return RowBatches.of(EVENTS)
                .row(1, "a", List.of("x", "y"))
                .row(2, null, List.of())
                .row(3, "B.c", null)
                .row(4, "a", List.of("z"))
                .build();
    }

    @Override
    protected List<List<List<@Nullable Object>>> expected() {
        List<@Nullable Object> third = new ArrayList<>();
        third.add(3L);
        third.add(null);
        return List.of(
                List.of(List.of(1L, List.of("x", "y"))),
                List.of(List.of(2L, List.of())),
                List.of(third),
                List.of(List.of(4L, List.of("z"))));
    }

    private Map<String, List<List<@Nullable Object>>> routed(Route route, RowBatch input) {
        ColumnarCollector collector =
                new ColumnarCollector((origin, index, reason) -> rejected.add(reason.code() + " " + index));
        collector.begin(input);
        route.transform(input, collector);
        Map<String, List<List<@Nullable Object>>> byTarget = new TreeMap<>();
        for (ColumnarRowBatch batch : collector.finish()) {
            byTarget.put(batch.target().name(), RowValues.rows(batch));
        }
        return byTarget;
    }

    @Test
    void theTextOfAColumnNamesTheTableAsItIs() {
        assertThat(routed(route(true, "other", 10), input()).keySet())
                .containsExactlyInAnyOrder("Raw.\"ev_a\"", "Raw.\"ev_B.c\"", "other");
        assertThat(rejected).isEmpty();
    }

    @Test
    void whatNamesNoTableIsRejected() {
        RowBatch input = RowBatches.of(EVENTS)
                .row(1, null, null)
                .row(2, "", null)
                .row(3, "a\"b", null)
                .row(4, "x".repeat(201), null)
                .row(5, "fine", null)
                .build();

        assertThat(routed(route(false, null, 10), input).keySet()).containsExactly("Raw.\"ev_fine\"");
        assertThat(rejected)
                .containsExactly("ROUTE_NO_NAME 0", "ROUTE_BAD_NAME 1", "ROUTE_BAD_NAME 2", "ROUTE_BAD_NAME 3");
    }

    @Test
    void aWholeMessageIsLookedInto() {
        RowBatch input = RowBatches.of(WHOLE)
                .row("{\"n\": {\"type\": \"inner\"}, \"type\" : \"a\" }")
                .row("{\"type\":\"first\",\"x\":[1,{\"type\":2},\"}\"],\"type\":\"last\"}")
                .row("{\"type\":\"\\u0061\\\\b\"}")
                .row("{\"t\":1}")
                .row("{\"type\":null}")
                .row("{\"type\":7}")
                .row("[1]")
                .row("{\"type\":\"c\\u00e9\"}")
                .build();

        assertThat(routed(route(false, "other", 10), input).keySet())
                .containsExactlyInAnyOrder("Raw.\"ev_a\"", "Raw.\"ev_last\"", "Raw.\"ev_cé\"", "other");
        assertThat(rejected).containsExactly("ROUTE_BAD_NAME 2", "ROUTE_NO_NAME 5");
    }

    @Test
    void manyNamesAreKeptApartUpToTheMost() {
        RowBatches rows = RowBatches.of(EVENTS);
        for (int i = 0; i < 500; i++) {
            rows.row(i, "t" + i % 250, null);
        }

        Map<String, List<List<@Nullable Object>>> byTarget = routed(route(false, null, 200), rows.build());

        assertThat(byTarget)
                .hasSize(200)
                .allSatisfy((target, of) -> assertThat(of).hasSize(2));
        assertThat(rejected).hasSize(100).allMatch(reason -> reason.startsWith("ROUTE_TOO_MANY_TABLES"));
    }

    @Test
    void aFieldThatIsNotThereIsForTheConfiguration() {
        Schema other = new Schema(List.of(EVENTS.fields().get(0)));
        RowBatch input = RowBatches.of(other).row(1).build();

        IngestException reason =
                catchThrowableOfType(IngestException.class, () -> routed(route(false, null, 10), input));

        assertThat(reason.code()).isEqualTo(RouteErrorCode.ROUTE_NO_FIELD);
    }

    @Test
    void theErrorPageIsUpToDate() {
        StringBuilder page = new StringBuilder("""
                # Errors of the transformer `route`

                RECORD goes to the error policy, CONFIGURATION stops the pipeline.

                This page is generated from the table in the code; a test compares the two.

                | Code | Kind | Meaning | What to do |
                |---|---|---|---|
                """);
        for (RouteErrorCode code : RouteErrorCode.values()) {
            page.append("| `")
                    .append(code)
                    .append("` | ")
                    .append(code.kind())
                    .append(" | ")
                    .append(code.meaning())
                    .append(" | ")
                    .append(code.remedy())
                    .append(" |\n");
        }
        GeneratedPage.check("docs/reference/errors/route.md", page.toString());
    }
}
