package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies small tables, which several connections create, record and complete in transactions of many tables. These must not wait for each
 * other: types with members lock dolphin's catalog of types.
 */
class ManyTablesIT {

    private static final int TABLES = 120;

    /** Guards {@code MissingTables} (one connection for types with members), {@code RangeQueue}, {@code CopyCompletion}. */
    @Tag("long")
    @Test
    void copiesManySmallTablesAfterKills() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_many_tables")) {
            List<String> names = createTables(migration);
            migration.copySettings("workers: 4");
            for (String until : List.of(
                    "SELECT count(*) > 40 FROM gaussferry.copy_table",
                    "SELECT count(*) > 60 FROM gaussferry.copy_range")) {
                migration.launch();
                await().atMost(Daemon.PATIENCE).until(() -> isReached(migration, until));
                migration.daemon().kill();
            }
            migration.start();
            migration.source(names.stream()
                    .map(name -> "UPDATE `" + name + "` SET n = n + 1")
                    .toArray(String[]::new));
            migration.assertEqualContent();
            assertThat(rowsByTable(migration))
                    .as("each table has its own range, once")
                    .hasSize(TABLES)
                    .allSatisfy((table, rows) -> assertThat(rows).isEqualTo("1"));
            assertThat(migration.targetRows("SELECT count(*) FROM pg_indexes WHERE schemaname = '"
                            + migration.database() + "' AND indexdef LIKE '%UNIQUE%'"))
                    .as("a primary key and a unique index each")
                    .containsExactly(String.valueOf(2 * TABLES));
            VerifyRun verified = VerifyRun.of(migration, "--values");
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    private static boolean isReached(Migration migration, String condition) {
        try {
            return Servers.target()
                    .value(condition + " WHERE pipeline = '" + migration.pipeline() + "'")
                    .equals("t");
        } catch (SQLException e) {
            return false; // the daemon has not created the table yet
        }
    }

    /** The indexes of the first tables have the names of later ones, and so have a primary key and, on dolphin, the type of a SET column. */
    private static List<String> createTables(Migration migration) throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < TABLES; i++) {
            String name = switch (TABLES - i) {
                case 1 -> "t000_chosen_set";
                case 2 -> "t003_pkey";
                default -> "t%03d".formatted(i);
            };
            String type = switch (i % 4) {
                case 0 -> "SET('a','b')";
                case 1 -> "ENUM('a','b')";
                case 2 -> "VARCHAR(20)";
                default -> "TEXT";
            };
            statements.add("CREATE TABLE " + name + " (id INT PRIMARY KEY, chosen " + type
                    + ", n INT NOT NULL, UNIQUE KEY t%03d (n), KEY other (n, id))".formatted((i + 60) % TABLES));
            statements.add("INSERT INTO " + name + " VALUES (1, 'a', 1), (2, 'b', 7), (3, NULL, 100)");
            names.add(name);
        }
        migration.source(statements.toArray(String[]::new));
        return names;
    }

    private static Map<String, String> rowsByTable(Migration migration) throws SQLException {
        Map<String, String> counts = new TreeMap<>();
        for (String row : Servers.target()
                .rows("SELECT table_name, count(*) FROM gaussferry.copy_range WHERE pipeline = '" + migration.pipeline()
                        + "' GROUP BY table_name")) {
            String[] cells = row.split("\\|");
            counts.put(cells[0], cells[cells.length - 1]);
        }
        return counts;
    }
}
