package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.ColumnConversion.Declared;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MySQL converts existing rows in {@code MODIFY c …} and logs no row. Each line has the declarations before and after,
 * and the rows that the target must not have, because MySQL may have changed or refused them: {@code -} for none, {@code
 * any row} if the converted values are unknown.
 */
class ColumnConversionTest {

    private static final TableId TABLE = new TableId("shop", "t");
    private static final String ANY_ROW = "any row";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // integers: only values outside the new range
                "INT                | BIGINT               | -",
                "BIGINT             | INT                  | c < -2147483648; c > 2147483647",
                "INT UNSIGNED       | INT                  | c > 2147483647",
                "TINYINT            | INT UNSIGNED         | c < 0",
                "DECIMAL(9)         | TINYINT              | c < -128 OR c > 127",
                "DECIMAL(9,2)       | INT                  | c <> round(c); c < -2147483648 OR c > 2147483647",
                "FLOAT              | INT                  | any row",
                "DATE               | INT                  | any row",
                // decimals
                "INT                | DECIMAL(10)          | -",
                "SMALLINT           | DECIMAL(5,2)         | c <= -1000 OR c >= 1000",
                "SMALLINT UNSIGNED  | DECIMAL(3) UNSIGNED  | c >= 1000",
                "SMALLINT           | DECIMAL(5) UNSIGNED  | c < 0",
                "DECIMAL(9,2)       | DECIMAL(9,3)         | c <= -1000000 OR c >= 1000000",
                "DECIMAL(9,2)       | DECIMAL(9,1)         | c <> round(c, 1)",
                "DECIMAL(9,2)       | DECIMAL(9,2) UNSIGNED| c < 0",
                "VARCHAR(9)         | DECIMAL(9)           | any row",
                // floating point numbers: 24 and 53 bits are exact
                "MEDIUMINT          | FLOAT                | -",
                "INT                | FLOAT                | c < -16777216 OR c > 16777216",
                "INT                | DOUBLE               | -",
                "BIGINT             | DOUBLE               | c < -9007199254740992 OR c > 9007199254740992",
                "BIGINT UNSIGNED    | DOUBLE               | c > 9007199254740992",
                "FLOAT              | DOUBLE               | -",
                "DOUBLE             | FLOAT                | any row",
                "DOUBLE             | DOUBLE(9,2)          | any row",
                "DOUBLE(9,2)        | DOUBLE(9,2) UNSIGNED | c < 0",
                "DECIMAL(9,2)       | DOUBLE               | any row",
                // bytes: MySQL pads BINARY with zero bytes
                "VARBINARY(9)       | VARBINARY(5)         | octet_length(c) > 5",
                "BINARY(5)          | VARBINARY(9)         | -",
                "BINARY(5)          | BINARY(9)            | any row",
                "BLOB               | TINYBLOB             | octet_length(c) > 255",
                "VARCHAR(9)         | VARBINARY(9)         | any row",
                "BIT(5)             | BIT(5)               | -",
                "BIT(5)             | BIT(6)               | any row",
                // dates and times: MySQL rounds
                "DATETIME           | DATETIME(6)          | -",
                "DATETIME(6)        | DATETIME(3)          | CAST(EXTRACT(MICROSECONDS FROM c) AS bigint) % 1000 <> 0",
                "TIME(1)            | TIME                 | CAST(EXTRACT(MICROSECONDS FROM c) AS bigint) % 1000000 <> 0",
                "DATE               | DATETIME             | -",
                "DATETIME           | DATE                 | c <> date_trunc('day', c)",
                "DATE               | TIME                 | any row",
                "DATETIME           | TIMESTAMP NULL       | any row",
                "YEAR               | YEAR                 | -",
                "INT                | YEAR                 | any row",
                "JSON               | JSON NOT NULL        | c IS NULL",
                "LONGTEXT           | JSON                 | any row",
            })
    void refusesRowsThatMySqlChanges(String before, String after, String refused) {
        assertThat(refused(convert(before, after))).isEqualTo(refused);
        assertThat(convert(before, after).guards()).allMatch(guard -> guard.otherwise() == Otherwise.COPY_AGAIN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VARCHAR(9)         | VARCHAR(10)          | -",
                "VARCHAR(9)         | VARCHAR(5)           | char_length(CAST(c AS TEXT)) > 5",
                "TEXT               | VARCHAR(9)           | char_length(CAST(c AS TEXT)) > 9",
                "VARCHAR(63)        | TINYTEXT             | -",
                "VARCHAR(64)        | TINYTEXT             | octet_length(CAST(c AS TEXT)) > 255",
                "TEXT               | TINYTEXT             | octet_length(CAST(c AS TEXT)) > 255",
                "TINYTEXT           | TEXT                 | -",
                // a character of another character set may have four bytes
                "VARCHAR(99)        | TINYTEXT CHARACTER SET latin1 | octet_length(CAST(c AS TEXT)) * 4 > 255",
                "INT                | VARCHAR(20)          | -",
                "INT                | VARCHAR(10)          | char_length(CAST(c AS TEXT)) > 10",
                "INT UNSIGNED ZEROFILL | VARCHAR(20)       | any row",
                "DECIMAL(9,2)       | TEXT                 | -",
                "FLOAT              | VARCHAR(99)          | any row",
                "DATE               | VARCHAR(99)          | any row",
                "BLOB               | TEXT                 | any row",
                "ENUM('a', 'b')     | ENUM('b', 'a', 'c')  | -",
                "ENUM('a', 'b')     | ENUM('a')            | pg_catalog.textsend(CAST(CAST(c AS TEXT) AS TEXT)) NOT IN (pg_catalog.textsend(CAST('a' AS TEXT)))",
                "VARCHAR(9)         | ENUM('a', 'it''s')   | pg_catalog.textsend(CAST(CAST(c AS TEXT) AS TEXT)) NOT IN (pg_catalog.textsend(CAST('a' AS TEXT)), pg_catalog.textsend(CAST('it''s' AS TEXT)))",
                "SET('a', 'b')      | ENUM('a', 'b')       | any row",
                "SET('a', 'b')      | SET('a', 'b', 'c')   | -",
                "SET('a', 'b')      | SET('b', 'a')        | position(',' IN CAST(c AS TEXT)) > 0",
                "SET('a', 'b')      | SET('a')             | position(',b,' IN concat(',', CAST(c AS TEXT), ',')) > 0",
                "ENUM('a')          | SET('a')             | any row",
            })
    void refusesStringsThatMySqlChanges(String before, String after, String refused) {
        assertThat(refused(convert(before, after))).isEqualTo(refused);
    }

    /** The numbers of ENUM and SET are changed through their strings; MySQL's integers in strings have no other form. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT             | VARCHAR(20)     | CAST(\"c\" AS TEXT)",
                "ENUM('a')       | ENUM('b', 'a')  | CAST(\"c\" AS TEXT)",
                "ENUM('a')       | ENUM('a')       |",
                "YEAR            | INT             | CAST(CAST(\"c\" AS TEXT) AS integer)",
                "VARCHAR(9)      | INT             | CAST(CAST(CAST(\"c\" AS TEXT) AS numeric(20)) AS integer)",
                "FLOAT           | INT             | CAST(NULL AS integer)",
                "INT             | BIGINT          |",
            })
    void convertsValuesOnTarget(String before, String after, @Nullable String using) {
        assertThat(convert(before, after).using()).isEqualTo(using);
    }

    @Test
    void acceptsOnlyIntegersInNotationOfMySql() {
        assertThat(refused(convert("VARCHAR(9)", "TINYINT UNSIGNED")))
                .isEqualTo("CAST(c AS TEXT) !~ '^(0|-?[1-9][0-9]{0,19})$'; "
                        + "CAST(CAST(c AS TEXT) AS numeric(20)) < 0 OR CAST(CAST(c AS TEXT) AS numeric(20)) > 255");
    }

    /** A session that is not strict replaces characters that the new character set lacks by question marks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VARCHAR(9)                       | VARCHAR(9) CHARACTER SET latin1  | true",
                "VARCHAR(9) CHARACTER SET latin1  | VARCHAR(9) CHARACTER SET utf8mb4 | false",
                "VARCHAR(9) CHARACTER SET latin1  | VARCHAR(9) CHARACTER SET latin1  | false",
                "VARCHAR(9)                       | VARCHAR(9) CHARACTER SET utf8mb3 | true",
                "ENUM('a')                        | VARCHAR(9) CHARACTER SET ascii   | true",
            })
    void refusesForeignCharactersUnlessStrict(String before, String after, boolean refuses) {
        String foreign = "octet_length(CAST(c AS TEXT)) <> char_length(CAST(c AS TEXT))";
        assertThat(refused(convert(before, after, session(0, null), false)).contains(foreign))
                .isEqualTo(refuses);
        assertThat(refused(convert(before, after, session(StatementContext.STRICT_ALL_TABLES, null), false)))
                .doesNotContain(foreign);
    }

    /** Such a session reads a CHAR with the blanks at its end. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CHAR(5)    | VARCHAR(5)  | any row",
                "CHAR(5)    | TEXT        | any row",
                "CHAR(5)    | CHAR(9)     | -",
                "VARCHAR(5) | TEXT        | -",
            })
    void knowsNoValuesOfPaddedCharacters(String before, String after, String refused) {
        long strict = StatementContext.STRICT_TRANS_TABLES;
        StatementContext padding = session(strict | StatementContext.PAD_CHAR_TO_FULL_LENGTH, null);
        assertThat(refused(convert(before, after, padding, false))).isEqualTo(refused);
    }

    /** MySQL takes the first member that equals by the collation; a strict session cannot declare two such members. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ENUM('a','A','b') | ENUM('A','a','b')",
                "ENUM('a','A','b') | ENUM('a','A','b','c')",
                "VARCHAR(3)        | ENUM('a','A')",
                "SET('p')          | SET('P','p')",
            })
    void knowsNoMembersThatTheCollationTreatsAsEqual(String before, String after) {
        assertThat(refused(convert(before, after, session(0, null), false))).isEqualTo(ANY_ROW);
    }

    /** MySQL converts between TIMESTAMP and DATETIME by the session's time zone, in the range of TIMESTAMP. */
    @Test
    void convertsMomentsByOffsetOfSession() {
        StatementContext session = session(0, ZoneOffset.ofHours(2));
        ValueConversion toDateTime = convert("TIMESTAMP NULL", "DATETIME", session, false);
        assertThat(toDateTime.using()).isEqualTo("\"c\" AT TIME ZONE CAST('7200 seconds' AS interval)");
        assertThat(refused(toDateTime))
                .isEqualTo("c < '1970-01-01 00:00:01.000000+00' OR c > '2038-01-19 03:14:07.999999+00'");

        ValueConversion toTimestamp = convert("DATETIME(3)", "TIMESTAMP NULL", session, false);
        assertThat(toTimestamp.using()).isEqualTo("\"c\" AT TIME ZONE CAST('7200 seconds' AS interval)");
        assertThat(refused(toTimestamp))
                .isEqualTo("CAST(EXTRACT(MICROSECONDS FROM c) AS bigint) % 1000000 <> 0; "
                        + "c < '1970-01-01 02:00:01.000000' OR c > '2038-01-19 05:14:07.999999'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT                    | INT NOT NULL                  | c IS NULL",
                "BIGINT                 | INT NOT NULL                  | c < -2147483648; c > 2147483647; c IS NULL",
                "INT NOT NULL           | INT NOT NULL AUTO_INCREMENT KEY | c = 0",
                "INT                    | INT AS (1)                    | any row",
                "INT AS (1)             | INT AS (2)                    | any row",
                "INT AS (1)             | INT AS (1)                    | -",
            })
    void refusesValuesThatNewAttributeReplaces(String before, String after, String refused) {
        assertThat(refused(convert(before, after))).isEqualTo(refused);
    }

    /** The target type is the user's: queries by the usual type are impossible, so only equal values are certain. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // before       | after                            | strict  | not strict
                "VARCHAR(9)     | VARCHAR(10)                      | -       | -",
                "VARCHAR(9)     | VARCHAR(5)                       | -       | any row",
                "VARCHAR(9)     | VARCHAR(9) CHARACTER SET latin1  | -       | any row",
                "TEXT           | TINYTEXT                         | -       | any row",
                "DECIMAL(9)     | DECIMAL(5)                       | -       | any row",
                "DECIMAL(9,2)   | DECIMAL(9,3)                     | any row | any row",
                "BLOB           | LONGBLOB                         | -       | -",
                "BINARY(3)      | BINARY(5)                        | any row | any row",
                "BIT(3)         | BIT(5)                           | any row | any row",
                "FLOAT          | FLOAT(9,0)                       | any row | any row",
                "INT            | INT UNSIGNED                     | any row | any row",
                "INT            | BIGINT                           | any row | any row",
                "ENUM('a', 'b') | ENUM('b', 'a')                   | any row | any row",
            })
    void keepsValuesOfChosenTypeIfMySqlChangesNone(String before, String after, String strict, String lenient) {
        assertThat(refused(convert(before, after, session(StatementContext.STRICT_TRANS_TABLES, null), true)))
                .isEqualTo(strict);
        assertThat(refused(convert(before, after, session(0, null), true))).isEqualTo(lenient);
    }

    @Test
    void explainsRefusalToOperator() {
        assertThat(convert("BIGINT", "INT").guards().get(0).reason())
                .isEqualTo("A value of column c of table shop.t is below the minimum of the new type.");
        assertThat(convert("FLOAT", "INT").guards().get(0).reason())
                .isEqualTo("Column c of table shop.t changes from float to int: the converted values are not in the"
                        + " binlog.");
    }

    private static StatementContext session(long sqlMode, @Nullable ZoneOffset zone) {
        return new StatementContext("shop", "", sqlMode, true, true, true, null, null, null, null, zone, 80033);
    }

    private static ValueConversion convert(String before, String after) {
        return convert(before, after, session(StatementContext.STRICT_TRANS_TABLES, null), false);
    }

    private static ValueConversion convert(String before, String after, StatementContext context, boolean chosen) {
        return ColumnConversion.of(TABLE, declared(before, chosen), declared(after, chosen), chosen, context);
    }

    private static Declared declared(String declaration, boolean chosen) {
        TableDefinition table = new ShopTables("CREATE TABLE t (c " + declaration + ")").table("t");
        String type =
                TargetSchema.of(table, ShopTables.POSTGRES).columns().get(0).type();
        return new Declared(table.columns().get(0), table.extras().column("c"), chosen ? "chosen" : type);
    }

    /** Returns the conditions of the guards, without the quotes of the column. */
    private static String refused(ValueConversion conversion) {
        List<String> conditions = conversion.guards().stream()
                .map(ColumnConversionTest::condition)
                .toList();
        return conditions.isEmpty() ? "-" : String.join("; ", conditions);
    }

    private static String condition(Guard guard) {
        if (guard.query().equals("SELECT 1 FROM \"shop\".\"t\" LIMIT 1")) {
            return ANY_ROW;
        }
        String start = "SELECT \"c\" FROM \"shop\".\"t\" WHERE ";
        assertThat(guard.query()).startsWith(start).endsWith(" LIMIT 1");
        return guard.query()
                .substring(start.length(), guard.query().length() - " LIMIT 1".length())
                .replace("\"c\"", "c");
    }
}
