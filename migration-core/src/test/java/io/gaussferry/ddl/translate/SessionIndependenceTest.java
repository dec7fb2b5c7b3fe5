package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.TableDefinition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MySQL recomputes stored generated columns when it copies a table. The values stay if the expression has the same value
 * in every session.
 */
class SessionIndependenceTest {

    private static final String COLUMNS = "i INT, u INT UNSIGNED, v VARCHAR(9), fixed CHAR(9), d DATE, dt DATETIME,"
            + " t TIME, ts TIMESTAMP NULL, j JSON, g ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT AS (i + 1)",
                "INT AS (i * -2)",
                "INT AS (u + 1)",
                "INT AS (LENGTH(v))",
                "VARCHAR(9) AS (LOWER(TRIM(v)))",
                "VARCHAR(9) AS (CONCAT(v, '-', i))",
                "INT AS (v LIKE 'a%')",
                "INT AS (IF(i IS NULL, 0, 1))",
                "VARCHAR(9) AS (j->>'$.a')",
                "DATE AS (DATE(dt))",
                "INT AS (YEAR(d) * 100 + MONTH(d))",
                "CHAR(9) AS (v)",
            })
    void acceptsExpressionsOverTheRow(String generated) {
        assertThat(isIndependent(generated, "utf8mb4_0900_ai_ci")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time_zone               | INT AS (HOUR(ts))",
                "time_zone               | DATETIME AS (ts)",
                "date of the session     | DATETIME AS (t)",
                "lc_time_names           | VARCHAR(9) AS (DAYNAME(d))",
                "time_zone               | BIGINT AS (UNIX_TIMESTAMP(dt))",
                "div_precision_increment | DECIMAL(20,10) AS (i / 3)",
                "NO_UNSIGNED_SUBTRACTION | INT AS (u - 1)",
                "PAD_CHAR_TO_FULL_LENGTH | INT AS (LENGTH(fixed))",
                "collation_connection    | INT AS (CONCAT(i, 'A') = 'a')",
                "sql_mode of a string    | DATE AS (IF(i, d, '2024-02-30'))",
                "sql_mode of a number    | INT AS (YEAR(i))",
                "unknown function        | VARCHAR(9) AS (SOUNDEX(v))",
            })
    void rejectsExpressionsOverSettings(String setting, String generated) {
        assertThat(isIndependent(generated, "utf8mb4_0900_ai_ci")).as(setting).isFalse();
    }

    /** A name before a parenthesis is a function, although a column may be named like it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dayname        | VARCHAR(9) AS (DAYNAME(d))",
                "unix_timestamp | BIGINT AS (UNIX_TIMESTAMP(dt))",
                "soundex        | VARCHAR(9) AS (SOUNDEX(v))",
            })
    void distinguishesFunctionFromColumnOfItsName(String name, String generated) {
        assertThat(isIndependent(name, COLUMNS + "INT, " + name + " " + generated, null))
                .isFalse();
        assertThat(isIndependent("copy", COLUMNS + "INT, " + name + " INT, copy INT AS (" + name + ")", null))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"utf8mb4_0900_ai_ci, true", "latin1_swedish_ci, true", "utf16_general_ci, false", "ucs2_bin, false"})
    void requiresConnectionWithSingleByteDigits(String collation, boolean independent) {
        assertThat(isIndependent("INT AS (LENGTH(i))", collation)).isEqualTo(independent);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h INT AS (i + 1), k INT AS (h + 1)    | true",
                "h INT AS (HOUR(ts)), k INT AS (h + 1) | false",
            })
    void dependsOnGeneratedBases(String generated, boolean independent) {
        assertThat(isIndependent("k", COLUMNS + "INT, " + generated, null)).isEqualTo(independent);
    }

    private static boolean isIndependent(String generated, @Nullable String connectionCollation) {
        return isIndependent("g", COLUMNS + generated, connectionCollation);
    }

    private static boolean isIndependent(String column, String columns, @Nullable String connectionCollation) {
        TableDefinition table = new ShopTables("CREATE TABLE x (" + columns + ")").table("x");
        StatementContext context = new StatementContext(
                "shop",
                "",
                StatementContext.STRICT_TRANS_TABLES,
                true,
                true,
                true,
                connectionCollation,
                null,
                null,
                null,
                null,
                80033);
        return new SessionIndependence(table, context).of(column);
    }
}
