package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleValuesTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2024, 2, 29, 12, 0);

    private static ColumnType type(MySqlType type, long length, int precision, int scale, boolean unsigned) {
        List<String> members = type == MySqlType.ENUM || type == MySqlType.SET ? List.of("a", "b", "c") : List.of();
        return ColumnType.of(
                new ColumnDefinition("c", type, unsigned, type.name(), length, precision, scale, null, members, true));
    }

    private static ColumnType type(MySqlType type) {
        return type(type, 10, 0, 0, false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TINYINT   | 1;0;-1;100",
                "DECIMAL   | 1;0;2.5;-1.25",
                "DOUBLE    | 1;0;2.5;-1.25",
                "VARCHAR   | a;;O'Neill \\ Zürich;1",
                "DATE      | 2024-02-29;1999-12-31",
                "TIME      | 12:34:56;-01:00:00",
                "DATETIME  | 2024-02-29 12:34:56;1999-12-31 23:59:59",
                "TIMESTAMP | 2024-02-29 12:34:56;1999-12-31 23:59:59",
                "YEAR      | 2024;1970",
                "ENUM      | a;b;c",
                "SET       | a;b",
                "JSON      | {\"a\": 1};[]",
            })
    void hasUsualValues(MySqlType type, String values) {
        assertThat(type(type).samples()).containsExactly(values.split(";"));
    }

    @ParameterizedTest
    @CsvSource({"BIT", "BINARY", "VARBINARY", "BLOB", "GEOMETRY", "VECTOR"})
    void hasNoUsualValuesOfBytes(MySqlType type) {
        assertThat(type(type).samples()).isEmpty();
    }

    @Test
    void hasNoNegativeNumbersWithoutASign() {
        assertThat(type(MySqlType.INT, 0, 0, 0, true).samples()).containsExactly("1", "0", "2", "100");
    }

    @ParameterizedTest
    @CsvSource({
        "INT,       1,          4",
        "DOUBLE,    1,          4",
        "VARCHAR,   a1,         d4",
        "BLOB,      01000000000000000000, 04000000000000000000",
        "DATE,      2024-02-29, 2020-02-29",
        "DATETIME,  2024-02-29 11:00:00, 2020-02-29 11:00:00",
        "TIME,      01:30:00,   04:30:00",
        "YEAR,      2024,       2021",
        "SET,       a,          a",
        "JSON,      '{\"a\": 1}', '{\"a\": 4}'"
    })
    void generatesValues(MySqlType type, String first, String fourth) {
        assertThat(type(type).generated(1, NOW)).contains(first);
        assertThat(type(type).generated(4, NOW)).contains(fourth);
    }

    @Test
    void generatesNoValueThatTheTypeLacks() {
        assertThat(type(MySqlType.CHAR, 0, 0, 0, false).generated(1, NOW)).isEmpty();
        assertThat(type(MySqlType.BIT).generated(1, NOW)).isEmpty();
    }

    @Test
    void generatesPoints() {
        assertThat(type(MySqlType.GEOMETRY).generated(1, NOW)).contains("0101000000000000000000f03f000000000000f03f");
    }

    @Test
    void shortensTextsFromTheLeft() {
        assertThat(type(MySqlType.CHAR, 1, 0, 0, false).generated(2, NOW)).contains("2");
    }

    @Test
    void hasADecimalIfTheColumnHasSome() {
        assertThat(type(MySqlType.DECIMAL, 0, 5, 2, false).generated(3, NOW)).contains("3.5");
    }

    @Test
    void distinguishesNeighboursOfANumber() {
        assertThat(type(MySqlType.DECIMAL, 0, 5, 2, false).boundaries("1.5")).containsExactly("1.5", "2.5", "0.5");
        assertThat(type(MySqlType.INT).boundaries("1.0")).containsExactly("1.0", "2.0", "0.0");
        assertThat(type(MySqlType.INT).boundaries("1.5")).isEmpty();
        assertThat(type(MySqlType.INT, 0, 0, 0, true).boundaries("0")).containsExactly("0", "1");
        assertThat(type(MySqlType.DOUBLE).boundaries("x")).isEmpty();
    }

    @Test
    void distinguishesStringsAndMembersThatFit() {
        assertThat(type(MySqlType.VARCHAR, 2, 0, 0, false).boundaries("ab")).containsExactly("ab");
        assertThat(type(MySqlType.VARCHAR, 2, 0, 0, false).boundaries("abc")).isEmpty();
        assertThat(type(MySqlType.ENUM).boundaries("b")).containsExactly("b");
        assertThat(type(MySqlType.ENUM).boundaries("d")).isEmpty();
        assertThat(type(MySqlType.DATE).boundaries("2024-01-01")).isEmpty();
    }
}
