package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.model.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests generated columns that MySQL recomputes without a row event. Guards: {@code Recomputation}, {@code
 * SessionIndependence}.
 */
class RecomputedColumnsTest {

    private static PlannedStatements table(String columns) {
        return new PlannedStatements(false).with("CREATE TABLE t (id INT PRIMARY KEY, " + columns + ")");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a VARCHAR(9), g INT AS (LENGTH(a)) STORED           | MODIFY a VARCHAR(9) CHARACTER SET latin1",
                "a VARCHAR(9), g INT AS (LENGTH(a)) STORED           | CONVERT TO CHARACTER SET utf16",
                "a VARCHAR(9), g INT AS (a = 'A')                    | MODIFY a VARCHAR(9) COLLATE utf8mb4_bin",
                "a VARCHAR(9), g INT AS (LENGTH(a))                  | MODIFY a VARCHAR(5)",
                "a VARCHAR(9), g INT AS (LENGTH(a))                  | MODIFY a TEXT",
                "a FLOAT, g VARCHAR(40) AS (a)                       | MODIFY a DOUBLE",
                "a DECIMAL(9,2), g VARCHAR(40) AS (a)                | MODIFY a DECIMAL(9,3)",
                "a INT, g VARCHAR(40) AS (HEX(a))                    | MODIFY a INT UNSIGNED",
                "a INT, g VARCHAR(40) AS (CONCAT(a, ''))             | MODIFY a INT ZEROFILL",
                "a ENUM('x', 'y'), g INT AS (a + 0)                  | MODIFY a ENUM('y', 'x')",
                "a SET('x', 'y'), g INT AS (a + 0)                   | MODIFY a SET('z', 'x', 'y')",
                "a DATETIME, g INT AS (YEAR(a))                      | MODIFY a DATE",
                "a DATE NOT NULL, g INT AS (a IS NULL)               | MODIFY a DATE",
                "a DATETIME(3), g VARCHAR(40) AS (a)                 | MODIFY a DATETIME",
                "a FLOAT, b VARCHAR(9) AS (a), g INT AS (LENGTH(b))  | MODIFY a DOUBLE",
                "a INT DEFAULT 1, g INT AS (DEFAULT(a))              | ALTER a SET DEFAULT 2",
                // a change of its own declaration
                "a INT, g TINYINT AS (a * 100)                       | MODIFY g INT AS (a * 100)",
                "a INT, g INT AS (a + 1)                             | MODIFY g INT AS (a + 2)",
                "a VARCHAR(9), g VARCHAR(9) AS (LOWER(a))            | MODIFY g VARCHAR(9) COLLATE utf8mb4_bin AS (LOWER(a))",
                // values that also depend on settings of the session
                "a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED         | ADD INDEX (g)",
                "a TIMESTAMP NULL, g DATETIME AS (a) STORED          | ADD b INT",
                "a DATETIME, g TIMESTAMP AS (a) STORED               | FORCE",
                "a TIME, g DATETIME AS (a) STORED                    | FORCE",
                "a DATE, g VARCHAR(20) AS (DAYNAME(a)) STORED        | ENGINE = InnoDB",
                "a VARCHAR(9), g DATE AS (a) STORED                  | ORDER BY a",
                "a VARCHAR(9), g INT AS (YEAR(a)) STORED             | COMMENT = 'x'",
                "a INT UNSIGNED, g INT AS (a - 1) STORED             | PARTITION BY HASH (id)",
                "a INT, g DECIMAL(20, 10) AS (a / 3) STORED          | DROP PRIMARY KEY",
                "a CHAR(9), g INT AS (LENGTH(a)) STORED, KEY x (a)   | RENAME INDEX x TO y",
                "a INT, g INT AS (CONCAT(a, 'A') = 'a') STORED       | FORCE, ALGORITHM = COPY",
                "a INT, g VARCHAR(20) AS (CAST(a AS CHAR)) STORED    | ALTER a SET DEFAULT 1",
            })
    void copiesTableWhoseValuesMayDiffer(String columns, String action) {
        PlannedStatements known = table(columns);
        List<String> reasons = known.copied("ALTER TABLE t " + action);
        assertThat(reasons).isNotEmpty().first().asString().contains("of table shop.t", "not in the binlog");
        assertThat(((Follow) known.plan("ALTER TABLE t " + action)).changes())
                .as("which tables are copied")
                .anyMatch(
                        change -> change.after() != null && change.after().id().equals(new TableId("shop", "t")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a VARCHAR(9), g INT AS (LENGTH(a)) STORED           | MODIFY a VARCHAR(90)",
                "a VARCHAR(9) NOT NULL, g INT AS (a IS NULL)         | MODIFY a VARCHAR(9)",
                "a INT, g INT AS (a + 1)                             | MODIFY a BIGINT COMMENT 'x' DEFAULT 5",
                "a ENUM('x', 'y'), g INT AS (a + 0)                  | MODIFY a ENUM('x', 'y', 'z')",
                "a INT, b FLOAT, g INT AS (a + 1)                    | MODIFY b DOUBLE, CONVERT TO CHARACTER SET utf16",
                "a INT, g INT AS (a + 1)                             | FORCE, ALGORITHM = COPY",
                "a DATETIME, g DATE AS (DATE(a)) STORED              | ADD INDEX (g), ALGORITHM = COPY",
                "a JSON, g VARCHAR(9) AS (a->>'$.x') STORED          | DROP PRIMARY KEY",
                "a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED         | ADD INDEX (g), ALGORITHM = INPLACE",
                "a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED         | ADD b INT, ALGORITHM = instant",
                "a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED         | RENAME TO u",
                "a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED         | DROP g",
            })
    void keepsTableWhoseValuesStay(String columns, String action) {
        assertThat(table(columns).copied("ALTER TABLE t " + action)).isEmpty();
    }

    @Test
    void keepsTableWhenPartitionsChange() {
        PlannedStatements known = table("a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED")
                .with("ALTER TABLE t PARTITION BY HASH (id) PARTITIONS 2");
        for (String action : List.of(
                "ADD PARTITION PARTITIONS 1",
                "COALESCE PARTITION 1",
                "REBUILD PARTITION ALL",
                "OPTIMIZE PARTITION p0")) {
            assertThat(known.copied("ALTER TABLE t " + action)).as(action).isEmpty();
        }
        assertThat(known.copied("ALTER TABLE t REMOVE PARTITIONING")).hasSize(1);
    }

    @Test
    void copiesTableAfterOptimize() {
        PlannedStatements known = table("a TIMESTAMP NULL, g INT AS (HOUR(a)) STORED")
                .with("CREATE TABLE u (id INT PRIMARY KEY, g INT AS (id + 1) STORED)");
        assertThat(known.copied("OPTIMIZE TABLE u, t")).hasSize(1);
        assertThat(known.plan("OPTIMIZE TABLE u")).isInstanceOf(DefinitionPlan.Nothing.class);
        assertThat(known.plan("OPTIMIZE TABLE elsewhere_t, unknown")).isInstanceOf(DefinitionPlan.Nothing.class);
    }

    @Test
    void holdsKeyWhoseActionChangesBaseColumn() {
        String item =
                "CREATE TABLE item (id INT PRIMARY KEY, owner_id INT, other INT, g INT AS (owner_id + 1), h INT AS (g + 1)"
                        + "%s)";
        String key = "ADD CONSTRAINT k FOREIGN KEY (%s) REFERENCES owner (id) %s";
        PlannedStatements known =
                new PlannedStatements(false).with("CREATE TABLE owner (id INT PRIMARY KEY)", String.format(item, ""));

        assertThat(known.held("ALTER TABLE item " + String.format(key, "owner_id", "ON DELETE SET NULL")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("shop.item.g", "foreign key k"));
        assertThat(known.held("ALTER TABLE item " + String.format(key, "owner_id", "ON UPDATE CASCADE")))
                .isPresent();
        assertThat(known.held("ALTER TABLE item " + String.format(key, "owner_id", "ON DELETE CASCADE")))
                .isEmpty();
        assertThat(known.held("ALTER TABLE item " + String.format(key, "other", "ON DELETE SET NULL")))
                .isEmpty();

        known.with("ALTER TABLE item " + String.format(key, "other", "ON UPDATE CASCADE"));
        assertThat(known.held("ALTER TABLE item ADD late INT AS (other IS NULL)"))
                .hasValueSatisfying(reason -> assertThat(reason).contains("shop.item.late"));
        assertThat(known.held("ALTER TABLE item MODIFY h INT AS (other + 1)")).isPresent();
        assertThat(known.held("ALTER TABLE item ADD plain INT")).isEmpty();
    }

    @Test
    void appliesKeyWhoseActionIsLogged() {
        PlannedStatements known = new PlannedStatements(true)
                .with(
                        "CREATE TABLE owner (id INT PRIMARY KEY)",
                        "CREATE TABLE item (id INT PRIMARY KEY, owner_id INT, g INT AS (owner_id + 1))");
        assertThat(known.held("ALTER TABLE item ADD CONSTRAINT k FOREIGN KEY (owner_id) REFERENCES owner (id)"
                        + " ON DELETE SET NULL"))
                .isEmpty();
    }
}
