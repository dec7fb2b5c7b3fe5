package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code DROP PARTITION} deletes rows without row events: the target deletes the rows with the partition's values. */
class PartitionRowsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | (a >= 10 AND a < 20)",
                // NULL sorts before all values
                "first | (a < 10 OR a IS NULL)",
                "rest | (a >= 20)",
            })
    void describesRangeOfIntegers(String partition, String condition) {
        assertThat(condition(
                        "a INT",
                        "RANGE (a) (PARTITION first VALUES LESS THAN (10), PARTITION a VALUES LESS THAN (20),"
                                + " PARTITION rest VALUES LESS THAN MAXVALUE)",
                        partition))
                .isEqualTo(condition);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DATE               | RANGE (TO_DAYS(a))         | (TO_DAYS('2024-01-01'))         | (a < '2024-01-01' OR a IS NULL)",
                "DATETIME           | RANGE (YEAR(a))            | (2024)                          | (a < '2024-01-01' OR a IS NULL)",
                "DATE               | RANGE COLUMNS (a)          | ('2024-01-01')                  | (a < '2024-01-01' OR a IS NULL)",
                "TIMESTAMP NOT NULL | RANGE (UNIX_TIMESTAMP(a))  | (1704067200)                    | (a < '2024-01-01T00:00:00Z' OR a IS NULL)",
                "BIGINT             | RANGE (a)                  | (-5)                            | (a < -5 OR a IS NULL)",
                "INT                | RANGE (a)                  | MAXVALUE                        | (TRUE OR a IS NULL)",
            })
    void convertsBoundToValueOfColumn(String type, String method, String bound, String condition) {
        assertThat(condition("a " + type, method + " (PARTITION p VALUES LESS THAN " + bound + ")", "p"))
                .isEqualTo(condition);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a INT  | LIST (a) (PARTITION p VALUES IN (1, 2))                 | (a IN (1, 2))",
                "a INT  | LIST (a) (PARTITION p VALUES IN (NULL, 3))              | (a IN (3) OR a IS NULL)",
                "a INT  | LIST (a) (PARTITION p VALUES IN (NULL))                 | (a IS NULL)",
                "a DATE | LIST COLUMNS (a) (PARTITION p VALUES IN ('2024-01-01')) | (a IN ('2024-01-01'))",
            })
    void describesListedValues(String column, String method, String condition) {
        assertThat(condition(column, method, "p")).isEqualTo(condition);
    }

    /** A condition that is true for other rows would delete them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hash of a value       | a INT                | HASH (a) PARTITIONS 2",
                "order of a collation  | a VARCHAR(9)         | RANGE COLUMNS (a) (PARTITION p0 VALUES LESS THAN ('m'))",
                "two columns           | a INT, b INT         | RANGE COLUMNS (a, b) (PARTITION p0 VALUES LESS THAN (1, 2))",
                "other function        | a DATE               | RANGE (MONTH(a)) (PARTITION p0 VALUES LESS THAN (6))",
                "years are not dates   | a DATE               | LIST (YEAR(a)) (PARTITION p0 VALUES IN (2024))",
                "calculated value      | a INT                | RANGE (a + 1) (PARTITION p0 VALUES LESS THAN (6))",
                "days without a date   | a DATE               | RANGE (TO_DAYS(a)) (PARTITION p0 VALUES LESS THAN (100))",
            })
    void describesNothingUncertain(String reason, String columns, String method) {
        assertThat(PartitionRows.condition(
                        new ShopTables("CREATE TABLE t (" + columns + ") PARTITION BY " + method).table("t"),
                        List.of("p0")))
                .as(reason)
                .isEmpty();
    }

    @Test
    void joinsPartitions() {
        ShopTables shop =
                new ShopTables("CREATE TABLE t (a INT) PARTITION BY RANGE (a) (PARTITION p VALUES LESS THAN (1),"
                        + " PARTITION q VALUES LESS THAN (2), PARTITION r VALUES LESS THAN (3))");
        assertThat(PartitionRows.condition(shop.table("t"), List.of("q", "R")))
                .hasValue("(\"a\" >= 1 AND \"a\" < 2) OR (\"a\" >= 2 AND \"a\" < 3)");
        assertThat(PartitionRows.condition(shop.table("t"), List.of("q", "unknown")))
                .isEmpty();
    }

    private static String condition(String column, String method, String partition) {
        ShopTables shop = new ShopTables("CREATE TABLE t (" + column + ") PARTITION BY " + method);
        return PartitionRows.condition(shop.table("t"), List.of(partition))
                .orElseThrow()
                .replace("\"a\"", "a");
    }
}
