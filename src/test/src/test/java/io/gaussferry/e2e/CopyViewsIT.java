package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies a copy that closes its read view of the source at intervals, so that the source need not keep the undo log of the whole copy. */
class CopyViewsIT {

    private static final int ROWS = 400;

    /** Guards: {@code InitialCopy.viewDuration}, {@code RangeQueue.endView}. */
    @Test
    void copiesInSeveralViewsWhileSourceIsWritten() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_views")) {
            migration.source(
                    "CREATE TABLE keyed (id INT PRIMARY KEY, n INT NOT NULL)",
                    "CREATE TABLE word (code VARCHAR(40) PRIMARY KEY, row_id INT, n INT NOT NULL, KEY (row_id))",
                    "CREATE TABLE without_key (id INT, n INT)",
                    "INSERT INTO keyed WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < "
                            + ROWS + ") SELECT i, 0 FROM s",
                    "INSERT INTO word SELECT CONCAT('w', id), id, 0 FROM keyed",
                    "INSERT INTO without_key SELECT id, 0 FROM keyed WHERE id <= 100",
                    "ANALYZE TABLE keyed, word, without_key");
            migration.copySettings("workers: 2", "range-bytes: 1KB", "rows-per-second: 200", "view-duration: 1s");
            try (Writers writers = Writers.start(migration, 1, CopyViewsIT::write)) {
                migration.start();
                writers.awaitCommitted(50);
                writers.stop();
            }
            migration.assertEqualContent();
            assertThat(views(migration, "keyed", "word"))
                    .as(() -> migration.daemon().errors())
                    .isGreaterThan(2);
            assertThat(views(migration, "without_key")).isEqualTo(1);
        }
    }

    /** Changes of cascades that are not in the binlog bind such tables to the last view: another one would copy them again each time. */
    @Test
    void keepsOneViewForCascades() throws Exception {
        assumeTrue(
                !Servers.source().value("SELECT VERSION()").startsWith("9"), "the binlog of MySQL 9 may have cascades");
        try (Migration migration = Migration.of("gf_e2e_copy_one_view")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE)",
                    "INSERT INTO parent WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < "
                            + ROWS + ") SELECT i FROM s",
                    "INSERT INTO child SELECT id, id FROM parent",
                    "ANALYZE TABLE parent, child");
            migration.copySettings("workers: 2", "range-bytes: 1KB", "rows-per-second: 200", "view-duration: 1s");
            migration.start();
            migration.assertEqualContent();
            assertThat(views(migration, "parent", "child")).isEqualTo(1);
        }
    }

    private static long views(Migration migration, String... tables) throws SQLException {
        return Servers.target()
                .rows("SELECT DISTINCT view_number FROM gaussferry.copy_range WHERE pipeline = '" + migration.pipeline()
                        + "' AND table_name IN ('" + String.join("', '", List.of(tables)) + "')")
                .size();
    }

    /** Changes rows on both sides of the copy's position and moves some to other ranges. */
    private static void write(Statement statement, long number) throws SQLException {
        long row = number * 37 % ROWS + 1;
        statement.addBatch("UPDATE keyed SET n = n + 1 WHERE id = " + row);
        statement.addBatch("UPDATE word SET n = n + 1 WHERE row_id = " + row);
        statement.addBatch("UPDATE without_key SET n = n + 1 WHERE id = " + row);
        if (number % 3 == 0) {
            statement.addBatch("UPDATE keyed SET id = -id WHERE ABS(id) = " + row);
            statement.addBatch("UPDATE word SET code = IF(code LIKE 'a%', SUBSTR(code, 2), CONCAT('a', code))"
                    + " WHERE row_id = " + row);
        }
        if (number % 5 == 0) {
            statement.addBatch("DELETE FROM word WHERE row_id = " + row);
            statement.addBatch("INSERT INTO word VALUES ('x" + number + "', " + row + ", 1)");
        }
        statement.executeBatch();
    }
}
