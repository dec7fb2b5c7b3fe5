package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrailingBlanksTest {

    @ParameterizedTest
    @CsvSource({
        "VARCHAR, utf8mb4_general_ci, IGNORED",
        "VARCHAR, utf8mb4_bin, IGNORED",
        "VARCHAR, utf8mb4_0900_ai_ci, COMPARED",
        "VARCHAR, utf8mb4_0900_bin, COMPARED",
        "VARCHAR, utf8mb4_nopad_bin, COMPARED",
        "CHAR, utf8mb4_0900_ai_ci, REMOVED",
        "CHAR, utf8mb4_general_ci, IGNORED",
        "VARBINARY, , IGNORED"
    })
    void followsTypeAndCollation(MySqlType type, @Nullable String collation, TrailingBlanks expected) {
        ColumnDefinition column = new ColumnDefinition("c", type, false, "", 9, 0, 0, null, List.of(), true);
        assertThat(TrailingBlanks.of(column, collation)).isEqualTo(expected);
    }
}
