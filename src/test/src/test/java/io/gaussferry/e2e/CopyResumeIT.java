package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the copy of tables whose keys only the source can order, while the source is written and the daemon is killed in each of the tables. */
class CopyResumeIT {

    private static final int ROWS = 300;

    /** In the order in which they are copied. */
    private static final List<String> TABLES = List.of("a_word", "b_padded", "c_amount", "d_moment");

    /** Guards: {@code Pieces.next} (a range is noted before the next is cut), {@code TableRanges}, {@code CopyWindow.with}. */
    @Tag("long")
    @Test
    void resumesCopyByTextDecimalAndDateKeys() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_resume")) {
            createTables(migration);
            List<String> copied = new ArrayList<>();
            try (Writers writers = Writers.start(migration, 1, CopyResumeIT::write)) {
                // half a minute for all rows, with four moments to be hit in it
                migration.copySettings("workers: 2", "range-bytes: 1KB", "rows-per-second: 50");
                for (String table : TABLES) {
                    migration.launch();
                    awaitRanges(migration, table, 3);
                    migration.daemon().kill();
                    copied.addAll(copied(migration, table));
                    writers.awaitCommitted(50);
                }
                migration.copySettings("workers: 2", "range-bytes: 1KB");
                migration.start();
                writers.awaitCommitted(50);
                writers.stop();
            }
            migration.assertEqualContent();
            List<String> atTheEnd = new ArrayList<>();
            for (String table : TABLES) {
                atTheEnd.addAll(copied(migration, table));
            }
            // the snapshots show that rows copied before a kill were not read again
            assertThat(atTheEnd).containsAll(copied);
            assertThat(Servers.target()
                            .rows("SELECT table_name FROM gaussferry.copy_range WHERE pipeline = '"
                                    + migration.pipeline() + "' GROUP BY table_name"
                                    + " HAVING count(DISTINCT view_number) > 1 ORDER BY table_name"))
                    .isEqualTo(TABLES);
        }
    }

    /** The definitions are equal for a reader of values. Guards: {@code TablePreparation.texts}. */
    @Test
    void discardsRangesOfAnotherCollation() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_collation")) {
            migration.source("CREATE TABLE word (code VARCHAR(40) COLLATE utf8mb4_0900_ai_ci PRIMARY KEY)");
            StringBuilder insert = new StringBuilder("INSERT INTO word VALUES ('first')");
            for (int row = 1; row <= ROWS; row++) {
                insert.append(", ('")
                        .append(row % 2 == 0 ? "A" : "a")
                        .append(row)
                        .append("')");
            }
            migration.source(insert.toString(), "ANALYZE TABLE word");
            migration.copySettings("workers: 1", "range-bytes: 1KB", "rows-per-second: 50");
            migration.launch();
            awaitRanges(migration, "word", 2);
            migration.daemon().kill();
            migration.source("ALTER TABLE word MODIFY code VARCHAR(40) COLLATE utf8mb4_bin");
            migration.copySettings("workers: 1");
            migration.start();
            assertThat(migration.daemon().errors()).contains("copying them again");
            migration.assertEqualContent();
        }
    }

    private static void awaitRanges(Migration migration, String table, int ranges) {
        await().atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(copied(migration, table))
                        .as(() -> table + ": " + migration.daemon().errors())
                        .hasSizeGreaterThanOrEqualTo(ranges));
    }

    private static List<String> copied(Migration migration, String table) {
        try {
            return Servers.target()
                    .rows("SELECT number, table_name, after_key, up_to_key, view_number, copied_rows"
                            + " FROM gaussferry.copy_range WHERE view_number > 0 AND pipeline = '"
                            + migration.pipeline() + "' AND table_name = '" + table + "'");
        } catch (SQLException e) {
            return List.of(); // the daemon has not created the table yet
        }
    }

    private static void createTables(Migration migration) throws SQLException {
        migration.source(
                "CREATE TABLE a_word (code VARCHAR(40) COLLATE utf8mb4_0900_ai_ci, row_id INT, n INT,"
                        + " PRIMARY KEY (code, row_id), KEY (row_id))",
                // trailing spaces are not significant
                "CREATE TABLE b_padded (code VARCHAR(40) COLLATE utf8mb4_general_ci, row_id INT, n INT,"
                        + " PRIMARY KEY (code, row_id), KEY (row_id))",
                "CREATE TABLE c_amount (amount DECIMAL(20,4) PRIMARY KEY, row_id INT, n INT, KEY (row_id))",
                "CREATE TABLE d_moment (at DATETIME(3) PRIMARY KEY, row_id INT, n INT, KEY (row_id))");
        for (int row = 1; row <= ROWS; row++) {
            migration.source(inserts(row).toArray(String[]::new));
        }
        // the statistics determine the sizes of ranges
        migration.source("ANALYZE TABLE " + String.join(", ", TABLES));
    }

    /** Of four rows each, the words are equal on the source and different on the target. */
    private static List<String> inserts(long row) {
        List<String> words = List.of("wörd, %d 😀", "WÖRD, %d 😀", "word, %d 😀", "Wórd, %d 😀");
        List<String> padded = List.of("x\\\\%d", "X\\\\%d", "x\\\\%d ", "X\\\\%d  ");
        int variant = (int) (row % 4);
        return List.of(
                "INSERT IGNORE INTO a_word VALUES ('" + words.get(variant).formatted(row / 4) + "', " + row + ", 0)",
                "INSERT IGNORE INTO b_padded VALUES ('" + padded.get(variant).formatted(row / 4) + "', " + row + ", 0)",
                "INSERT IGNORE INTO c_amount VALUES (" + row + " * 1.0001 * IF(" + row + " % 2, 1, -1), " + row
                        + ", 0)",
                "INSERT IGNORE INTO d_moment VALUES ('2024-01-01' + INTERVAL " + row * 3601 + " SECOND + INTERVAL "
                        + row + " * 1000 MICROSECOND, " + row + ", 0)");
    }

    /** Updates, inserts and deletes rows and moves them to other ranges and back, some by letters and spaces that the source does not distinguish. */
    private static void write(Statement statement, long number) throws SQLException {
        long row = number * 37 % ROWS + 1;
        String where = " WHERE row_id = " + row;
        List<String> changes = new ArrayList<>();
        switch ((int) (number % 5)) {
            case 0 -> TABLES.forEach(table -> changes.add("UPDATE " + table + " SET n = n + 1" + where));
            case 1 -> TABLES.forEach(table -> changes.add("DELETE FROM " + table + where));
            case 2 -> {
                changes.add("UPDATE IGNORE a_word SET code = IF(n % 2, UPPER(code), LOWER(code)), n = n + 1" + where);
                changes.add("UPDATE IGNORE b_padded SET code = IF(n % 2, TRIM(code), CONCAT(code, ' ')), n = n + 1"
                        + where);
            }
            case 3 -> {
                changes.add("UPDATE IGNORE a_word SET code = IF(code LIKE 'zz%', SUBSTR(code, 3), CONCAT('zz', code))"
                        + where);
                changes.add("UPDATE IGNORE b_padded SET code = IF(code LIKE 'a%', SUBSTR(code, 2), CONCAT('a', code))"
                        + where);
                changes.add("UPDATE IGNORE c_amount SET amount = -amount" + where);
                changes.add("UPDATE IGNORE d_moment SET at = IF(at < '2030-01-01', at + INTERVAL 10 YEAR,"
                        + " at - INTERVAL 10 YEAR)" + where);
            }
            default -> changes.addAll(inserts(row));
        }
        for (String change : changes) {
            statement.execute(change);
        }
    }
}
