package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.type.ColumnType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreservedValuesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT                    | BIGINT",
                "TINYINT UNSIGNED       | INT UNSIGNED",
                "INT                    | INT NOT NULL",
                "VARCHAR(9)             | VARCHAR(90)",
                "VARBINARY(9)           | VARBINARY(9)",
                "ENUM('a', 'b')         | ENUM('a', 'b', 'c')",
                "SET('a')               | SET('a', 'b')",
                "DECIMAL(9,2)           | DECIMAL(9,2)",
                "TIME(3)                | TIME(3)",
            })
    void keepsValuesInTypeThatOnlyGrows(String before, String after) {
        assertThat(keeps(before, after)).isTrue();
    }

    /** An expression sees the declaration: it may print decimals, padding, a number of a member or a sign. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BIGINT                 | INT",
                "TINYINT UNSIGNED       | INT",
                "INT                    | INT UNSIGNED ZEROFILL",
                "INT UNSIGNED ZEROFILL  | BIGINT UNSIGNED",
                "VARCHAR(9)             | VARCHAR(8)",
                "VARCHAR(9)             | TEXT",
                "VARCHAR(9)             | VARCHAR(9) CHARACTER SET latin1",
                "CHAR(9)                | CHAR(10)",
                "BINARY(2)              | BINARY(3)",
                "ENUM('a', 'b')         | ENUM('b', 'a')",
                "ENUM('a', 'b')         | ENUM('a')",
                "SET('a', 'b')          | SET('a', 'c', 'b')",
                "DECIMAL(9,2)           | DECIMAL(9,3)",
                "DECIMAL(9,2)           | DECIMAL(10,2)",
                "FLOAT                  | DOUBLE",
                "DATETIME               | DATETIME(6)",
                "DATE                   | DATETIME",
            })
    void changesValuesInOtherTypes(String before, String after) {
        assertThat(keeps(before, after)).isFalse();
    }

    /** In MySQL, {@code 0000-00-00} IS NULL is true only in a column that is NOT NULL. */
    @ParameterizedTest
    @CsvSource({"DATE, false", "DATETIME, false", "INT, true", "VARCHAR(5), true"})
    void distinguishesNullabilityOfDates(String type, boolean keeps) {
        assertThat(keeps(type, type + " NOT NULL")).isEqualTo(keeps);
        assertThat(keeps(type + " NOT NULL", type)).isEqualTo(keeps);
        assertThat(keeps(type + " NOT NULL", type + " NOT NULL")).isTrue();
    }

    private static boolean keeps(String before, String after) {
        return ColumnType.of(ShopTables.column(after)).preserves(ShopTables.column(before));
    }
}
