package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ColumnTables.field;
import static org.lakeingest.lake.ColumnTables.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Tables that change: by the sink itself, by several at once, and by somebody else. */
class LakeEvolutionTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Schema ID = schema(field("id", Kind.INT64));

    private static ColumnTables table(Evolve evolve) {
        return new ColumnTables(lake, "evolve" + TABLES.incrementAndGet(), evolve);
    }

    static Stream<Arguments> widened() {
        return Stream.of(
                widened("TINYINT", Kind.INT64, 1000, "BIGINT", "1", "1000"),
                widened("INT", Kind.FLOAT64, 0.5, "DOUBLE", "1.0", "0.5"),
                widened("BIGINT", Kind.FLOAT64, 0.5, "DOUBLE", "1.0", "0.5"),
                widened(
                        "BIGINT",
                        Kind.UINT64,
                        new BigDecimal("18446744073709551615"),
                        "DECIMAL(20, 0)",
                        "1",
                        "18446744073709551615"),
                widened("DECIMAL(5, 2)", Kind.INT64, 100000, "DECIMAL(21, 2)", "1.00", "100000.00"),
                widened("INT", Kind.STRING, "x", "VARIANT", "1", "\"x\""),
                widened("DOUBLE", Kind.STRING, "x", "VARIANT", "1.0", "\"x\""),
                widened("DATE", Kind.STRING, "x", "DATE", null, null));
    }

    private static Arguments widened(
            String column, Kind kind, Object value, String becomes, @Nullable String first, @Nullable String second) {
        return Arguments.of(column, kind, value, becomes, first, second);
    }

    @ParameterizedTest(name = "{0} with {1} {2}")
    @MethodSource("widened")
    void aColumnIsWidenedWhenAValueNeedsIt(
            String column, Kind kind, Object value, String becomes, @Nullable String first, @Nullable String second) {
        try (ColumnTables tables = table(Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (id INT, x " + column + ")");
            Schema schema = schema(field("id", Kind.INT64), field("x", kind));
            if (first != null) {
                tables.write(schema(field("id", Kind.INT64), field("x", Kind.INT64)), 1, 1);
            }

            IngestException failure = tables.attempt(tables.batch(schema, 2, value));

            assertThat(tables.type("x")).isEqualTo(becomes);
            if (second == null) {
                assertThat(failure).isNotNull();
            } else {
                assertThat(failure).isNull();
                assertThat(tables.select("id, x"))
                        .containsExactlyInAnyOrder(Arrays.asList("1", first), Arrays.asList("2", second));
            }
        }
    }

    @Test
    void aColumnStaysAsItIsWhileItsValuesFit() {
        try (ColumnTables tables = table(Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (x TINYINT, y DECIMAL(5, 2), z VARCHAR)");
            Schema schema = schema(field("x", Kind.INT64), field("y", Kind.FLOAT64), field("z", Kind.INT64));

            tables.write(schema, 127, 0.25, 5);

            assertThat(tables.type("x")).isEqualTo("TINYINT");
            assertThat(tables.type("y")).isEqualTo("DECIMAL(5, 2)");
            assertThat(tables.select("x, y, z").get(0)).containsExactly("127", "0.25", "5");
        }
    }

    @Test
    void integersThatADoubleWouldRoundMakeADocumentOfTheColumn() {
        try (ColumnTables tables = table(Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (x BIGINT)");
            tables.write(schema(field("x", Kind.INT64)), 9007199254740993L);
            tables.write(schema(field("x", Kind.FLOAT64)), 0.5);

            assertThat(tables.type("x")).isEqualTo("VARIANT");
            assertThat(tables.select("x")).containsExactlyInAnyOrder(List.of("9007199254740993"), List.of("0.5"));
        }
    }

    @Test
    void nanIsNotLostToWidening() {
        try (ColumnTables tables = table(Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (x DOUBLE)");
            tables.write(schema(field("x", Kind.FLOAT64)), Double.NaN);

            IngestException failure = tables.attempt(tables.batch(schema(field("x", Kind.BOOLEAN)), true));

            assertThat(failure).isNotNull();
            assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT);
            assertThat(tables.value("x")).isEqualTo("NaN");
        }
    }

    /** The lake fails to change a type then, and keeps the table locked. */
    @Test
    void typesStayWhileANameHoldsABacktick() {
        try (ColumnTables tables = table(Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (x INT, \"tick`tock\" INT)");
            Schema numbers = schema(field("x", Kind.INT64), field("tick`tock", Kind.INT64));
            tables.write(numbers, 1, 2);

            IngestException beyond = tables.attempt(tables.batch(numbers, 3_000_000_000L, 2));
            IngestException other = tables.attempt(tables.batch(schema(field("x", Kind.BOOLEAN)), true));
            tables.write(schema(field("x", Kind.INT64), field("y", Kind.BOOLEAN)), 5, true);

            assertThat(beyond).isNotNull().extracting(IngestException::code).isEqualTo(LakeErrorCode.LAKE_VALUE_UNFIT);
            assertThat(other)
                    .isNotNull()
                    .hasMessageContaining("x is INT")
                    .hasMessageContaining("tick`tock, with a backtick in its name");
            assertThat(((KnowsTargets) tables.fixture.sink()).columnsOf("orders", Target.DEFAULT))
                    .hasValueSatisfying(columns -> assertThat(columns.widens()).isFalse());
            assertThat(tables.type("x")).isEqualTo("INT");
            assertThat(tables.select("x, y")).contains(List.of("5", "1"));
        }
    }

    @Test
    void wideningKeepsDefaultAndNotNull() {
        try (ColumnTables tables = table(Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (id INT, x INT NOT NULL DEFAULT 5)");
            tables.write(schema(field("id", Kind.INT64), field("x", Kind.INT64)), 1, 5_000_000_000L);
            tables.write(ID, 2);

            assertThat(tables.type("x")).isEqualTo("BIGINT");
            assertThat(tables.select("id, x")).containsExactlyInAnyOrder(List.of("1", "5000000000"), List.of("2", "5"));
            assertThat(tables.attempt(tables.batch(schema(field("id", Kind.INT64), field("x", Kind.INT64)), 3, null)))
                    .isNotNull();
        }
    }

    @Test
    void oddNamesBecomeColumns() {
        List<String> names = List.of(
                "select",
                "a.b",
                "a b",
                "q\"q",
                "q'q",
                "tick`tick",
                "ä€😀",
                "x".repeat(200),
                "back\\slash",
                "a,b",
                "a(b",
                "1",
                "%");
        List<Schema.Field> fields = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (String name : names) {
            fields.add(field(name, Kind.INT64));
            values.add(fields.size());
        }
        try (ColumnTables tables = table(Evolve.ADD_COLUMNS)) {
            tables.write(ID, 0);
            tables.write(new Schema(fields), values.toArray());

            for (int i = 0; i < names.size(); i++) {
                String column = SqlIdentifier.quote(names.get(i));
                assertThat(tables.value("max(" + column + ")")).as(names.get(i)).isEqualTo(String.valueOf(i + 1));
            }
        }
    }

    @Test
    void aFieldGoesToTheColumnOfItsNameElseToTheOneInLowerCase() {
        try (ColumnTables tables = table(Evolve.NONE)) {
            tables.sql("CREATE TABLE (id INT, `Name` VARCHAR)");
            tables.write(schema(field("ID", Kind.INT64), field("Name", Kind.STRING)), 1, "x");
            IngestException failure = tables.attempt(tables.batch(schema(field("NAME", Kind.STRING)), "y"));

            assertThat(tables.select("id, `Name`").get(0)).containsExactly("1", "x");
            assertThat(failure).isNotNull().hasMessageContaining("NAME is missing");
        }
    }

    @Test
    void severalSinksAddColumnsAtTheSameTime() throws Exception {
        int sinks = 4;
        ExecutorService threads = Executors.newFixedThreadPool(sinks);
        String name = "shared" + TABLES.incrementAndGet();
        List<ColumnTables> tables = new ArrayList<>();
        try {
            List<CompletableFuture<Void>> runs = new ArrayList<>();
            for (int i = 0; i < sinks; i++) {
                ColumnTables one = new ColumnTables(lake, name, Evolve.ADD_COLUMNS);
                tables.add(one);
                int number = i;
                runs.add(CompletableFuture.runAsync(() -> addFields(one, number), threads));
            }
            CompletableFuture.allOf(runs.toArray(new CompletableFuture<?>[0])).join();

            assertThat(tables.get(0).value("count(*)")).isEqualTo(String.valueOf(sinks * 4));
            assertThat(tables.get(0).value("count(common)")).isEqualTo(String.valueOf(sinks * 4));
            assertThat(tables.get(0).value("count(own3_2)")).isEqualTo("1");
        } finally {
            tables.forEach(ColumnTables::close);
            threads.shutdownNow();
        }
    }

    private static void addFields(ColumnTables tables, int number) {
        for (int i = 0; i < 4; i++) {
            Schema schema = schema(field("common", Kind.INT64), field("own" + number + "_" + i, Kind.STRING));
            IngestException failure = tables.attempt(tables.batch(schema, i, "x"));
            for (int retry = 0; failure != null && failure.code().kind().isRetried() && retry < 10; retry++) {
                failure = tables.attempt(tables.batch(schema, i, "x"));
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    @Test
    void somebodyElsesChangeOfTypeIsNoticedWhenTheLakeRefuses() {
        try (ColumnTables tables = table(Evolve.NONE)) {
            tables.sql("CREATE TABLE (x BIGINT)");
            Schema schema = schema(field("x", Kind.INT64));
            tables.write(schema, 1);
            tables.sql("ALTER TABLE MODIFY COLUMN x VARCHAR");

            IngestException failure = tables.attempt(tables.batch(schema, 2));
            assertThat(failure).isNotNull();
            assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_CHANGED);
            tables.write(schema, 3);

            assertThat(tables.select("x")).containsExactlyInAnyOrder(List.of("1"), List.of("3"));
        }
    }

    @Test
    void aColumnThatSomebodyDroppedComesBackOrIsMissed() {
        for (Evolve evolve : List.of(Evolve.ADD_COLUMNS, Evolve.NONE)) {
            try (ColumnTables tables = table(evolve)) {
                tables.sql("CREATE TABLE (id INT, x INT)");
                Schema schema = schema(field("id", Kind.INT64), field("x", Kind.INT64));
                tables.write(schema, 1, 1);
                tables.sql("ALTER TABLE DROP COLUMN x");

                IngestException failure = tables.attempt(tables.batch(schema, 2, 2));
                assertThat(failure).isNotNull();
                assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_CHANGED);
                IngestException second = tables.attempt(tables.batch(schema, 3, 3));

                if (evolve == Evolve.NONE) {
                    assertThat(second).isNotNull().hasMessageContaining("x is missing");
                } else {
                    assertThat(second).isNull();
                    assertThat(tables.value("max(x)")).isEqualTo("3");
                }
            }
        }
    }

    @Test
    void aTableThatSomebodyDroppedIsNotMadeAgain() {
        try (ColumnTables tables = table(Evolve.ADD_COLUMNS)) {
            tables.write(ID, 1);
            tables.sql("DROP TABLE");

            assertThat(tables.attempt(tables.batch(ID, 2))).isNotNull();
            IngestException failure = tables.attempt(tables.batch(ID, 3));

            assertThat(failure).isNotNull();
            assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_OBJECT_MISSING);
        }
    }

    @Test
    void aColumnOfAnotherTypeInATupleIsRefusedByItsField() {
        ColumnType pair = ColumnType.struct(List.of(field("a", Kind.STRING)));
        try (ColumnTables tables = table(Evolve.ADD_COLUMNS)) {
            tables.sql("CREATE TABLE (x TUPLE(a INT, b INT))");
            tables.write(schema(field("x", pair)), java.util.Map.of("a", "5"));

            assertThat(tables.value("x")).isEqualTo("(5,NULL)");
        }
    }
}
