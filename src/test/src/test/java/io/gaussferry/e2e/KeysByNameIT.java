package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that a new column that takes the name of an old one also takes its key if it precedes the old one in the table. */
class KeysByNameIT {

    private static final String UNIQUE = "SELECT a.attname FROM pg_catalog.pg_index x"
            + " JOIN pg_catalog.pg_class c ON c.oid = x.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]"
            + " WHERE n.nspname = '%s' AND c.relname = '%s' AND x.indisunique AND NOT x.indisprimary";

    @Test
    void movesKeyToNewColumn() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keys_by_name")) {
            for (String table : List.of("moved", "behind")) {
                migration.source(
                        "CREATE TABLE " + table + " (id INT PRIMARY KEY, c1 VARCHAR(10), UNIQUE KEY u (c1))",
                        "INSERT INTO " + table + " VALUES (1, 'x1'), (2, 'x2')");
            }
            migration.source(
                    "CREATE TABLE legacy (id INT PRIMARY KEY, v VARCHAR(20))",
                    "INSERT INTO legacy VALUES (1, 'a'), (2, 'b'), (3, 'c')",
                    "CREATE TABLE exchanged (id INT PRIMARY KEY, a INT, b INT, s SET('x'), UNIQUE KEY ua (a), KEY kb (b))",
                    "INSERT INTO exchanged VALUES (1, 1, 5, 'x'), (2, 2, 5, '')");
            migration.start();
            migration.source(
                    "ALTER TABLE behind RENAME COLUMN c1 TO n1, ADD COLUMN c1 VARCHAR(10)",
                    "INSERT INTO behind (id, n1, c1) VALUES (3, 'x3', 'same'), (4, 'x4', 'same')",
                    "ALTER TABLE moved RENAME COLUMN c1 TO n1, ADD COLUMN c1 VARCHAR(10) FIRST",
                    "INSERT INTO moved (id, n1) VALUES (3, 'x1'), (4, 'x1')",
                    "UPDATE moved SET c1 = CONCAT('c', id)",
                    "ALTER TABLE legacy CHANGE id old_id INT, ADD COLUMN id INT NOT NULL AUTO_INCREMENT FIRST",
                    "INSERT INTO legacy (old_id, v) VALUES (1, 'same old_id')",
                    "UPDATE legacy SET v = CONCAT(v, '!') WHERE id = 1",
                    "DELETE FROM legacy WHERE id = 2",
                    "ALTER TABLE exchanged RENAME COLUMN a TO b, RENAME COLUMN b TO a, RENAME INDEX ua TO kb,"
                            + " RENAME INDEX kb TO ua",
                    "INSERT INTO exchanged VALUES (3, 3, 5, 'x')");
            migration.awaitCopies();
            migration.assertEqualContent();
            assertThat(unique(migration, "behind")).containsExactly("n1");
            assertThat(unique(migration, "moved")).containsExactly("c1");
            assertThat(unique(migration, "exchanged")).containsExactly("b");
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    private static List<String> unique(Migration migration, String table) throws Exception {
        return migration.targetRows(String.format(UNIQUE, migration.database(), table));
    }
}
