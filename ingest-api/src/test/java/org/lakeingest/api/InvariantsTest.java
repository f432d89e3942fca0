package org.lakeingest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema.Field;

final class InvariantsTest {
    private static final Field NAME = new Field("name", ColumnType.of(Kind.STRING), true);

    @ParameterizedTest
    @CsvSource({"-1, 0", "5, 4", "-2, -1"})
    void offsetRangeIsHalfOpenAndNeverNegative(long start, long end) {
        assertThatThrownBy(() -> new OffsetRange(start, end))
                .hasMessage("Not an offset range: [" + start + ", " + end + ")");
    }

    @Test
    void offsetRangeHoldsItsStartAndNotItsEnd() {
        OffsetRange range = new OffsetRange(3, 5);
        assertThat(range.contains(2)).isFalse();
        assertThat(range.contains(3)).isTrue();
        assertThat(range.contains(4)).isTrue();
        assertThat(range.contains(5)).isFalse();
        assertThat(range.isEmpty()).isFalse();
        assertThat(new OffsetRange(5, 5).isEmpty()).isTrue();
        assertThat(new OffsetRange(5, 5).contains(5)).isFalse();
    }

    @Test
    void schemaKeepsItsFieldsWhateverBecomesOfTheList() {
        List<Field> fields = new ArrayList<>(List.of(NAME));
        Schema schema = new Schema(fields);
        fields.clear();
        assertThat(schema.fields()).containsExactly(NAME);
    }

    @Test
    void schemaHasColumnsOfUniqueNames() {
        assertThatThrownBy(() -> new Schema(List.of())).hasMessageContaining("at least one column");
        assertThatThrownBy(() -> new Schema(List.of(NAME, new Field("name", ColumnType.of(Kind.INT64), false))))
                .hasMessage("column 'name' occurs twice");
        assertThatThrownBy(() -> new Field("", ColumnType.of(Kind.INT64), false))
                .hasMessageContaining("has a name");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "77, 0", "10, 11", "10, -1"})
    void decimalHasAPrecisionItsScaleFitsInto(int precision, int scale) {
        assertThatThrownBy(() -> ColumnType.decimal(precision, scale)).hasMessageContaining("is not a type");
    }

    @Test
    void typeHasTheChildrenOfItsKind() {
        assertThat(ColumnType.decimal(76, 76).precision()).isEqualTo(76);
        assertThatThrownBy(() -> ColumnType.of(Kind.LIST)).hasMessageContaining("is not a type");
        assertThatThrownBy(() -> ColumnType.of(Kind.DECIMAL)).hasMessageContaining("is not a type");
        assertThatThrownBy(() -> ColumnType.map(NAME, NAME)).as("nullable key").hasMessageContaining("is not a type");
        assertThatThrownBy(() -> ColumnType.struct(List.of(NAME, NAME))).hasMessage("column 'name' occurs twice");
        assertThatThrownBy(() -> new ColumnType(Kind.INT64, 0, 0, List.of(NAME)))
                .hasMessageContaining("is not a type");
        assertThatThrownBy(() -> new ColumnType(Kind.INT64, 5, 0, List.of())).hasMessageContaining("is not a type");
    }

    @Test
    void partitionsOfTheSameNameAndAnotherIncarnationDiffer() {
        assertThat(new SourcePartition("orders", "c/1", 0)).isNotEqualTo(new SourcePartition("orders", "c/2", 0));
    }
}
