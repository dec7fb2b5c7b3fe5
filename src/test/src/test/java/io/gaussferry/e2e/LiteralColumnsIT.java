package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.Identifiers;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Verifies columns that are added with defaults whose literals are of another kind than the columns: existing rows, and rows inserted on the target
 * later, have the source's values. A table with an uncertain value is copied again.
 */
class LiteralColumnsIT {

    private static final List<String> BYTES = List.of(
            "a VARCHAR(5) CHARACTER SET latin1 NOT NULL DEFAULT 0xE9",
            "b CHAR(3) CHARACTER SET gbk NOT NULL DEFAULT 0xB1ED",
            "c VARCHAR(5) CHARACTER SET utf8mb4 NOT NULL DEFAULT _latin1 0xE9",
            "d ENUM('x', 0xE9) CHARACTER SET latin1 NOT NULL DEFAULT 0xE9");

    private static final List<String> NUMBERS = List.of(
            "a VARCHAR(10) NOT NULL DEFAULT 1e3",
            "b BIT(8) NOT NULL DEFAULT '1'",
            "c DOUBLE NOT NULL DEFAULT 0.0e0",
            "d VARCHAR(10) NOT NULL DEFAULT .5",
            "e BIT(4) NOT NULL DEFAULT 0b0101",
            "f VARCHAR(10) NOT NULL DEFAULT 0x31",
            "g INT NOT NULL DEFAULT 0x10",
            "h CHAR(5) NOT NULL DEFAULT TRUE",
            "i ENUM('1','2') NOT NULL DEFAULT 2");

    @Test
    void readsBytesInColumnCharacterSet() throws Exception {
        assertThat(added(BYTES, "a, rtrim(b), c, d")).containsOnly("é|表|é|é");
    }

    @Test
    void convertsNumbersAndTextLikeSource() throws Exception {
        assertThat(added(NUMBERS, "a, c, d, f, g, rtrim(h), i")).containsOnly("1000|0|0.5|1|16|1|2");
    }

    /** Returns the values of four rows: two existing ones, one that the source inserted, and one that was inserted on the target. */
    private static List<String> added(List<String> columns, String selected) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_literals")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)");
            migration.start();
            for (String column : columns) {
                migration.source("ALTER TABLE t ADD " + column);
            }
            migration.source("INSERT INTO t (id) VALUES (3)");
            migration.awaitCopies();
            migration.assertEqualContent();
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
            String table = Identifiers.quoteTarget(migration.database()) + ".t";
            migration.target("INSERT INTO " + table + " (id) VALUES (4)");
            List<String> rows = migration.targetRows("SELECT " + selected + " FROM " + table);
            assertThat(rows).hasSize(4);
            return rows;
        }
    }

    /** A session writes values that no rule covers: a copy transfers the source's own value. */
    @Test
    void copiesTableWithUncertainLiteral() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_literals")) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, later TIME)",
                    "INSERT INTO t (id) VALUES (1), (2)",
                    "CREATE TABLE other (id INT PRIMARY KEY)",
                    "INSERT INTO other VALUES (1)");
            migration.start();
            migration.source(
                    "ALTER TABLE t ADD a FLOAT NOT NULL DEFAULT 16777217.5, ADD b TIME NOT NULL DEFAULT '0 2:3'",
                    "INSERT INTO t (id) VALUES (3)",
                    "ALTER TABLE t ALTER COLUMN later SET DEFAULT '0 2:3'",
                    "ALTER TABLE other ADD e ENUM('2','1') NOT NULL DEFAULT 1, ADD s SET('2','1') NOT NULL DEFAULT 1",
                    "CREATE TABLE made (id INT PRIMARY KEY, v VARCHAR(10) DEFAULT 1e20)",
                    "INSERT INTO made (id) VALUES (1)",
                    "INSERT INTO other (id) VALUES (2)");
            migration.awaitCopies();
            migration.assertEqualContent();
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
            String table = Identifiers.quoteTarget(migration.database()) + ".made";
            migration.target("INSERT INTO " + table + " (id) VALUES (2)");
            assertThat(migration.targetRows("SELECT v FROM " + table)).containsOnly("1e20");
        }
    }
}
