package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource({
        "orders,              `db`.`orders`",
        "Orders,              `db`.`orders`",
        "Sales.Orders,        `sales`.`orders`",
        "\"Sales\".\"Or.ders\", `Sales`.`Or.ders`",
        "`Sales`.orders,      `Sales`.`orders`",
        "übung,               `db`.`übung`"
    })
    void namesFoldUnlessTheyAreQuoted(String written, String sql) {
        assertThat(TableName.parse(written, "db").sql()).isEqualTo(sql);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.b.c", "a b", "a;b", "a.", "`a``b`", "\"a\"b"})
    void whatIsNoNameIsRefusedByTheOptionsName(String written) {
        assertThatThrownBy(() -> TableName.parse(written, "db"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("table must be written database.table");
    }

    @Test
    void textLiteralsEscapeQuotesAndBackslashes() {
        assertThat(SqlIdentifier.literal("it's a \\ back")).isEqualTo("'it''s a \\\\ back'");
    }

    @Test
    void pipelineNamesBecomeFoldersWithoutSpecialCharacters() {
        assertThat(StagePath.folderOf("../a b/ü;'x", "run")).isEqualTo("___a_b____x/run");
        assertThat(new StagePath("~", "p/run", "f.parquet").fileLocation()).isEqualTo("@~/p/run/f.parquet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "@~", "a/b", "a;drop"})
    void whatIsNoStageIsRefused(String stage) {
        assertThatThrownBy(() -> StagePath.checkStage(stage)).hasMessageStartingWith("stage must be");
    }
}
