package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gaussferry.e2e.types.TargetForm;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies statements whose values are not in the binlog: the table is copied again automatically while replication runs, by its current definition.
 */
class RecopiedDefinitionsIT {

    private static final int ITEMS = 600;

    private static final String CREATE =
            "CREATE TABLE item (code INT NOT NULL, n INT NOT NULL, old INT, UNIQUE KEY (code))";

    /** Guards: {@code TablePreparation.dropIfOtherwise}. */
    @Tag("long")
    @Test
    void copiesValuesKnownOnlyToSource() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_recopied")) {
            begin(migration);
            try (Writers writers = Writers.start(migration, 2, RecopiedDefinitionsIT::write)) {
                writers.awaitCommitted(20);
                for (String action : List.of(
                        "ADD id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST",
                        "ADD twice INT AS (n * 2) STORED",
                        "ADD rest JSON NOT NULL")) {
                    migration.source("ALTER TABLE item " + action);
                    awaitCopied(migration);
                    writers.awaitCommitted(20);
                }
                writers.stop();
            }
            migration.assertEqualContent();
            assertAllIsReplayed(migration);
            assertThat(migration.daemon().errors()).doesNotContain("is not copied automatically");
            migration.stop();
        }
    }

    /** The copy starts again with the table's current definition; a table with its former definition restored counts as unchanged. */
    @Tag("long")
    @Test
    void restartsCopyOfTableChangedMeanwhile() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_recopied")) {
            migration.copySettings("workers: 1", "range-bytes: 10KB", "rows-per-second: 200");
            begin(migration);
            for (List<String> actions : List.of(
                    List.of("ADD a INT NOT NULL DEFAULT 7", "ADD UNIQUE KEY (n, code), DROP old"),
                    List.of("ADD b INT NOT NULL, MODIFY n BIGINT NOT NULL", "DROP b, MODIFY n INT NOT NULL"))) {
                migration.source("TRUNCATE TABLE ledger", "ALTER TABLE item ADD x BIGINT AUTO_INCREMENT UNIQUE");
                for (String action : actions) {
                    awaitRanges(migration);
                    migration.source("ALTER TABLE item " + action);
                }
                awaitRanges(migration);
                migration.daemon().kill();
                migration.start();
                migration.source("ALTER TABLE item DROP x");
                awaitCopied(migration);
                migration.source("INSERT INTO item (code, n) SELECT MAX(code) + 1, 0 FROM item");
                migration.assertEqualContent();
            }
            assertAllIsReplayed(migration);
            dropsTableDuringCopy(migration);
            migration.stop();
        }
    }

    /** Guards: {@code DroppedTables}. */
    private static void dropsTableDuringCopy(Migration migration) throws Exception {
        migration.source("ALTER TABLE item ADD x BIGINT AUTO_INCREMENT UNIQUE");
        awaitRanges(migration);
        migration.source("DROP TABLE item");
        awaitCopied(migration);
        assertIsDropped(migration);
        migration.source(CREATE, "INSERT INTO item VALUES (1, 1, 1)");
        migration.assertEqualContent();
    }

    private static void assertIsDropped(Migration migration) throws Exception {
        assertThat(Servers.target()
                        .rows("SELECT 1 FROM information_schema.tables WHERE table_name = 'item' AND table_schema = '"
                                + migration.database() + "'"))
                .isEmpty();
        assertAllIsReplayed(migration);
    }

    /** Objects that users have attached to the table are not dropped with it. */
    @Test
    void waitsForOperatorIfObjectsDependOnTable() throws Exception {
        assumeFalse(
                Servers.targetForm() == TargetForm.DOLPHIN,
                "dolphin drops a table under its views, which read the new one as soon as it is there");
        try (Migration migration = Migration.of("gf_e2e_recopied")) {
            begin(migration);
            migration.target("CREATE VIEW seen AS SELECT code FROM item");
            migration.source("ALTER TABLE item ADD id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST");
            // it is quarantined first, and its copy is requested then
            await("the refusal")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(migration.daemon().errors())
                            .contains("drop the objects that depend on it")
                            .contains("replay continues without these tables"));
            await("the end of the copy")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(state(migration)).isEqualTo("FAILED"));
            migration.target("DROP VIEW seen");
            CommandRun run = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--replace",
                    "--table",
                    migration.database() + ".item");
            assertThat(run.exitCode()).as(run.errors()).isZero();
            awaitCopied(migration);
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /** The state after a daemon that ended between a statement and the request of the copy. Guards: {@code DueCopies}. */
    @Tag("long")
    @Test
    void requestsDueCopyAtNextStart() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_recopied")) {
            begin(migration);
            migration.source("ALTER TABLE item ADD id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST");
            awaitCopied(migration);
            migration.stop();
            migration.target(
                    "UPDATE gaussferry.table_copy SET state = 'DUE' WHERE pipeline = '" + migration.pipeline() + "'",
                    "DELETE FROM item WHERE code < 100");
            migration.start();
            awaitCopied(migration);
            migration.assertEqualContent();
            migration.stop();
            // by the time of the request it was dropped
            migration.source("DROP TABLE item");
            migration.target(
                    "UPDATE gaussferry.table_copy SET state = 'DUE' WHERE pipeline = '" + migration.pipeline() + "'");
            migration.start();
            awaitCopied(migration);
            assertIsDropped(migration);
            migration.stop();
        }
    }

    private static void begin(Migration migration) throws Exception {
        migration.source(CREATE, "CREATE TABLE ledger (number BIGINT PRIMARY KEY)");
        StringBuilder insert = new StringBuilder("INSERT INTO item VALUES ");
        for (int code = 1; code <= ITEMS; code++) {
            insert.append(code == 1 ? "" : ", ").append("(" + code + ", " + code % 7 + ", 0)");
        }
        migration.source(insert.toString());
        migration.start();
    }

    private static void write(Statement statement, long number) throws SQLException {
        long code = number * 7919 % ITEMS + 1;
        switch ((int) (number % 3)) {
            case 0 -> statement.execute("DELETE FROM item WHERE code = " + code);
            case 1 -> statement.execute("UPDATE item SET n = n + 1 WHERE code = " + code);
            default -> statement.execute("INSERT IGNORE INTO item (code, n) VALUES (" + (ITEMS + number) + ", 0)");
        }
        statement.execute("INSERT INTO ledger VALUES (" + number + ")");
    }

    private static void assertAllIsReplayed(Migration migration) throws Exception {
        assertThat(Servers.target()
                        .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + migration.pipeline()
                                + "'"))
                .isEmpty();
        VerifyRun verified = VerifyRun.of(migration);
        assertThat(verified.exitCode()).as(verified::toString).isZero();
    }

    private static void awaitRanges(Migration migration) {
        await("a range; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .until(() -> state(migration).equals("COPYING")
                        && Servers.target()
                                .value(
                                        "SELECT count(*) > 0 FROM gaussferry.copy_range WHERE view_number > 0 AND pipeline = '"
                                                + migration.pipeline() + "/copy'")
                                .matches("t|1|true"));
    }

    private static void awaitCopied(Migration migration) throws Exception {
        migration.awaitCaughtUp();
        await("the copy; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(state(migration)).isEqualTo("DONE"));
    }

    private static String state(Migration migration) throws SQLException {
        return String.join(
                ", ",
                Servers.target()
                        .rows("SELECT state FROM gaussferry.table_copy WHERE pipeline = '" + migration.pipeline()
                                + "' AND table_name = 'item'"));
    }
}
