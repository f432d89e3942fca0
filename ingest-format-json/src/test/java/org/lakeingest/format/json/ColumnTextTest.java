package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;

class ColumnTextTest {
    @Test
    void readsTypesInOrderAsTheLakeWritesThem() {
        Schema schema = ColumnText.schema(Decoders.columns(
                "id",
                "BIGINT NOT NULL",
                "price",
                " decimal( 10 , 2 ) null ",
                "deep",
                "array(tuple(a map(string, variant not null), b_2 date) not null)"));

        ColumnType entries = ColumnType.map(
                new Schema.Field("key", ColumnType.of(Kind.STRING), false),
                new Schema.Field("value", ColumnType.of(Kind.VARIANT), false));
        ColumnType tuple = ColumnType.struct(
                List.of(new Schema.Field("a", entries, true), new Schema.Field("b_2", ColumnType.of(Kind.DATE), true)));
        assertThat(schema)
                .isEqualTo(new Schema(List.of(
                        new Schema.Field("id", ColumnType.of(Kind.INT64), false),
                        new Schema.Field("price", ColumnType.decimal(10, 2), true),
                        new Schema.Field("deep", ColumnType.list(new Schema.Field("element", tuple, false)), true))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "int32 | 'int32' is not a type", "`` | a type is missing", "decimal | '(' is missing at character 8",
                        "decimal(x,2) | decimal(precision, scale)",
                "decimal(77,0) | 1 to 76 digits", "decimal(2,3) | 1 to 76 digits", "array(bigint | ')' is missing",
                        "bigint bigint | 'bigint' follows the type",
                "map(bigint, string) | of type string", "tuple() | names its fields",
                        "tuple(a bigint, a date) | occurs twice", "bigint not | follows the type"
            })
    void namesTheColumnAndWhatIsWrong(String type, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Decoders.config(Map.of("price", type)))
                .withMessageStartingWith("columns: ")
                .withMessageContaining("'price'")
                .withMessageContaining(message)
                .withMessageContaining("types are boolean, bigint");
    }
}
