package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares defaults with {@code information_schema} of MySQL 8.0.33. A {@code ?} is an uncertain value: the table is
 * copied again.
 */
class LiteralDefaultsTest {

    private static final long STRICT = StatementContext.STRICT_TRANS_TABLES;

    private static String shown(EvolvedTable table, String type, String literal) {
        table.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Evolution evolution = table.execute("ALTER TABLE t ADD COLUMN c " + type + " DEFAULT " + literal);
        @Nullable
        String text =
                Objects.requireNonNull(evolution.after()).extras().column("c").defaultText();
        boolean uncertain = text != null && text.indexOf(ColumnDefinition.UNKNOWN_CHARACTER) >= 0;
        assertThat(evolution.rows().replaced() != null).isEqualTo(uncertain);
        return uncertain ? "?" : String.valueOf(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "INT | 007 | 7",
                "INT | - 1 | -1",
                "INT | 1.5 | 2",
                "INT | 2.5 | 3",
                "INT | '2.5' | 3",
                "INT | -1.5 | -2",
                "INT | 2.5e0 | 2",
                "INT | '1e2' | 100",
                "INT | ' 1 ' | 1",
                "INT | 0xE9 | 233",
                "INT | _latin1 0x31 | 1",
                "INT | TRUE | 1",
                "INT(5) ZEROFILL | 1e3 | 01000",
                "INT | DATE'2024-01-02' | ?",
                "DECIMAL(5,2) | '1.005' | 1.01",
                "DECIMAL(5,2) | 1.005e0 | 1.01",
                "DECIMAL(5,2) | -0.0 | 0.00",
                "DECIMAL(8,2) ZEROFILL | 12345 | 012345.00",
                "DECIMAL(5,2) | b'0101' | 5.00",
                "FLOAT | 123456 | 123456",
                "FLOAT | 20240102 | ?",
                "FLOAT | 1e20 | ?",
                "FLOAT(7,2) | 1.5 | 1.50",
                "FLOAT(7,2) | 1.005 | ?",
                "DOUBLE | 0.0e0 | 0",
                "DOUBLE | -0.0e0 | ?",
                "DOUBLE | '-0' | ?",
                "DOUBLE | '1e400' | ?",
                "DOUBLE ZEROFILL | 1.5 | 00000000000000000001.5",
                "BIT(8) | '1' | b'110001'",
                "BIT(8) | 1 | b'1'",
                "BIT(8) | 2.5 | b'11'",
                "BIT(8) | 1.5e0 | ?",
                "BIT(8) | _latin1 0xE9 | b'11101001'",
                "BIT(20) | 'a' 'b' | b'110000101100010'",
                "VARCHAR(10) | 1e3 | 1000",
                "VARCHAR(10) | .5 | 0.5",
                "VARCHAR(10) | 01.50 | 1.50",
                "VARCHAR(10) | 1e20 | ?",
                "VARCHAR(10) | 1e-3 | ?",
                "VARCHAR(10) | FALSE | 0",
                "VARCHAR(10) | 0x31 | 1",
                "VARCHAR(10) | 0xC3A9 | é",
                "VARCHAR(10) | _latin1 0xE9 | é",
                "VARCHAR(10) | _latin1'é' | ?",
                "VARCHAR(10) | N'a' | a",
                "VARCHAR(10) | N'é' | ?",
                "VARCHAR(10) | _ucs2'ab' | ?",
                "VARCHAR(10) | DATE'2024-01-02' | 2024-01-02",
                "VARCHAR(10) | DATE'2024-1-2' | ?",
                "VARCHAR(3) CHARACTER SET latin1 | 0xE9 | é",
                "VARCHAR(3) CHARACTER SET latin1 | 0xC3A9 | Ã©",
                "VARCHAR(3) CHARACTER SET latin1 | 0x80 | €",
                "VARCHAR(3) CHARACTER SET ucs2 | 0x00E9 | é",
                "VARCHAR(3) CHARACTER SET ucs2 | 'ab' | ab",
                "VARCHAR(3) CHARACTER SET ucs2 | _binary'ab' | 慢",
                "CHAR(3) CHARACTER SET gbk | 0xB1ED | 表",
                "CHAR(3) CHARACTER SET gbk | 0xA2E3 | ?",
                "CHAR(3) CHARACTER SET gbk | '表' | 表",
                "CHAR(3) CHARACTER SET latin1 | '表' | ?",
                "CHAR(6) | 'a  ' | a",
                "CHAR(2) CHARACTER SET latin1 COLLATE latin1_bin | 12 | 12",
                "BINARY(4) | 1.5 | 0x312E3500",
                "BINARY(4) | 'é' | 0xC3A90000",
                "BINARY(4) | _latin1 0xE9 | 0xE9000000",
                "DATE | 20240102 | 2024-01-02",
                "DATE | '240102' | 2024-01-02",
                "DATE | '70-1-2' | 1970-01-02",
                "DATE | '2024.01.02' | 2024-01-02",
                "DATE | '2024-01-02 23:59:59' | 2024-01-02",
                "DATE | '2024-01-02 23:59:59.9' | 2024-01-03",
                "DATE | 1e3 | ?",
                "DATE | 123 | ?",
                "DATE | DATE'2024-01-02' | 2024-01-02",
                "DATETIME | '2024-1-2T1:2:3.4' | 2024-01-02 01:02:03",
                "DATETIME | '2024-01-02 10:11:12.5' | 2024-01-02 10:11:13",
                "DATETIME | '2026-12-31 23:59:59.5' | 2027-01-01 00:00:00",
                "DATETIME | '2026-12-31 23:59:59.4999995' | 2027-01-01 00:00:00",
                "DATETIME | '2026-12-31 23:59:59.4999994' | 2026-12-31 23:59:59",
                "DATETIME | '2024-02-28 23:59:59.5' | 2024-02-29 00:00:00",
                "DATETIME | '20241231235959.9' | 2025-01-01 00:00:00",
                "DATETIME | 20241231235959.9 | 2025-01-01 00:00:00",
                "DATETIME | 20241231235959.9999999 | ?",
                "DATETIME | '9999-12-31 23:59:59.5' | ?",
                "DATETIME(3) | '2026-01-01 00:00:00.99951' | 2026-01-01 00:00:01.000",
                "DATETIME(6) | '2026-12-31 23:59:59.9999995' | 2027-01-01 00:00:00.000000",
                "DATE | '2026-06-01 23:59:59.9' | 2026-06-02",
                "DATE | '2026-06-01 23:59:59.4' | 2026-06-01",
                "TIME | '10:59:59.7' | 11:00:00",
                "TIME | '-10:59:59.7' | -11:00:00",
                "TIME | '-00:00:00.4' | 00:00:00",
                "TIME | '838:59:59.5' | ?",
                "TIME(2) | '-00:00:59.995' | -00:01:00.00",
                "TIME(1) | -12345.67 | -01:23:45.7",
                "DATETIME | '2024-01-02 10:11:12+02:00' | ?",
                "DATETIME(3) | TIMESTAMP'2024-01-02 10:11:12.5' | 2024-01-02 10:11:12.500",
                "DATETIME | 20240102101112 | 2024-01-02 10:11:12",
                "TIME | 123 | 00:01:23",
                "TIME | '101112' | 10:11:12",
                "TIME(2) | -12345 | -01:23:45.00",
                "TIME | '1 2:3' | ?",
                "TIME | 1.5 | 00:00:02",
                "YEAR | 0 | 0000",
                "YEAR | '0' | 2000",
                "YEAR | '000' | 2000",
                "YEAR | 70 | 1970",
                "YEAR | '69' | 2069",
                "YEAR | 1.5e0 | ?",
                "ENUM('1','2') | 2 | 2",
                "ENUM('2','1') | 1 | ?",
                "ENUM('2','1') | '1' | 1",
                "ENUM('2','1') | 0x31 | 1",
                "ENUM('1','2') | 1. | 1",
                "ENUM('2','1') | 1. | ?",
                "ENUM('a','B') | 'b ' | B",
                "ENUM('x', 0xE9) CHARACTER SET latin1 | 0xE9 | é",
                "SET('1','2','x') | 2 | 2",
                "SET('2','1','x') | 1 | ?",
                "SET('1','2','3') | 3 | ?",
                "SET('2','1','x') | 'X,1,1' | 1,x",
                "SET('2','1','x') | '' | ~~",
            })
    void printsDefaultsLikeTheCatalog(String type, String literal, String expected) {
        assertThat(shown(new EvolvedTable(), type, literal)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "DATETIME | '2026-12-31 23:59:59.5' | 2026-12-31 23:59:59",
                "DATETIME(3) | '2026-01-01 00:00:00.99951' | 2026-01-01 00:00:00.999",
                "DATE | '2026-06-01 23:59:59.9' | 2026-06-01",
                "TIME | '-00:00:00.5' | 00:00:00",
                "TIME(2) | '-00:00:59.995' | -00:00:59.99",
            })
    void truncatesFractionsInSuchSessions(String type, String literal, String expected) {
        EvolvedTable table = new EvolvedTable("utf8mb4_0900_ai_ci", StatementContext.TIME_TRUNCATE_FRACTIONAL, 80033);
        assertThat(shown(table, type, literal)).isEqualTo(expected);
    }

    /** The session's character set is only relevant for characters beyond ASCII. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "latin1_swedish_ci | VARCHAR(5) | 'é' | é",
                "latin1_swedish_ci | VARCHAR(5) | '表' | ?",
                "latin1_swedish_ci | VARBINARY(5) | 'é' | ?",
                "ascii_general_ci | VARCHAR(5) | 'é' | ?",
                "binary | VARCHAR(5) CHARACTER SET latin1 | 'é' | Ã©",
                "binary | VARCHAR(5) | 'é' | é",
                "gbk_chinese_ci | VARCHAR(5) | '表' | 表",
            })
    void decodesByConnectionCharacterSet(String connection, String type, String literal, String expected) {
        assertThat(shown(new EvolvedTable(connection, STRICT, 80033), type, literal))
                .isEqualTo(expected);
        assertThat(shown(new EvolvedTable(null, STRICT, 80033), type, literal)).isEqualTo("?");
        assertThat(shown(new EvolvedTable(null, STRICT, 80033), type, "'e'")).doesNotContain("?");
    }

    @Test
    void treatsReplacementCharacterAsUncertain() {
        assertThat(shown(new EvolvedTable(), "VARCHAR(5)", "'\uFFFD'")).isEqualTo("?");
    }

    /** A collation may make members equal that a session without strict mode has accepted. */
    @Test
    void treatsMembersEqualByCollationAsUncertain() {
        EvolvedTable loose = new EvolvedTable("utf8mb4_0900_ai_ci", 0, 80033);
        assertThat(shown(loose, "ENUM('e','é')", "'é'")).isEqualTo("?");
        assertThat(shown(new EvolvedTable("utf8mb4_0900_ai_ci", 0, 80033), "ENUM('a','A')", "'A'"))
                .isEqualTo("?");
    }

    @Test
    void copiesTableWithUncertainMember() {
        EvolvedTable table = new EvolvedTable();
        assertThat(table.execute("CREATE TABLE t (c ENUM('x', 0xFFFF) CHARACTER SET gbk)")
                        .rows()
                        .replaced())
                .contains("the members of its column c");
        assertThat(table.execute("ALTER TABLE t ADD d INT").rows()).isEqualTo(Evolution.Rows.KEPT);
        assertThat(table.execute("ALTER TABLE t ALTER COLUMN c SET DEFAULT 'x'")
                        .rows()
                        .replaced())
                .contains("the default of its column c");
    }
}
