package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies that a repair that coincides with a cutover writes nothing once the cutover has left PRECHECK: after the switch it would overwrite the
 * application's values with old ones. Guards: {@code RepairAdmission}, {@code RepairLock}, {@code TargetJournal}, {@code TableCopyRequest}.
 */
class CutoverRepairIT {

    private static final int ROWS = 3_000;

    /** So slow that a cutover fits in: a range takes some milliseconds and is followed by a pause 99 times as long. */
    private static final String[] SLOW_REPAIR = {
        "--repair", "--connections", "1", "--share", "1", "--rows-per-range", "100"
    };

    @Tag("long")
    @Test
    void repairDoesNotOverwriteApplicationAfterSwitch() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = migration(source)) {
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            migration.target("UPDATE item SET note = 'corrupted' WHERE id = " + ROWS);
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try {
                Future<VerifyRun> repair = thread.submit(() -> VerifyRun.of(migration, SLOW_REPAIR));
                switchOver(api);
                migration.target(
                        "UPDATE item SET note = 'application' WHERE id = " + ROWS,
                        "INSERT INTO item VALUES (" + (ROWS + 1) + ", 'new')",
                        "DELETE FROM item WHERE id = " + (ROWS - 1));
                assertThat(repair.isDone()).as("the repair outlives the switch").isFalse();
                VerifyRun run = repair.get();
                assertThat(run.exitCode()).as(run::toString).isEqualTo(2);
                assertThat(run.errors())
                        .contains("Nothing was repaired: pipeline \"" + migration.pipeline() + "\" was switched")
                        .contains("gaussferry verify without --repair");
            } finally {
                thread.shutdown();
            }
            assertThat(migration.targetRows("SELECT id, note FROM item WHERE id >= " + (ROWS - 1) + " ORDER BY id"))
                    .containsExactly(ROWS + "|application", (ROWS + 1) + "|new");
        }
    }

    @Test
    void rejectsRepairAndCopyDuringCutover() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = migration(source)) {
            Path fenced = migration.directory().resolve("fenced");
            Path allowed = migration.directory().resolve("allowed");
            migration.cutoverSetting("hooks: {before-drain: \"touch " + fenced + "; while ! test -e " + allowed
                    + "; do sleep 0.1; done\"}");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            migration.target("UPDATE item SET note = 'corrupted' WHERE id = 7");
            api.steer("api/cutover/start", start("COUNTS"));
            await().atMost(Daemon.PATIENCE).until(() -> Files.exists(fenced));

            VerifyRun run = VerifyRun.of(migration, "--repair");
            assertThat(run.exitCode()).as(run::toString).isEqualTo(2);
            assertThat(run.errors()).contains("Nothing was repaired: a cutover of pipeline", "is in step FENCE");
            assertThat(migration.targetRows("SELECT note FROM item WHERE id = 7"))
                    .containsExactly("corrupted");

            CommandRun copy = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--table",
                    migration.database() + ".item",
                    "--replace");
            assertThat(copy.exitCode()).isNotZero();
            assertThat(copy.errors()).contains("No table will be copied: a cutover of pipeline");

            Path script =
                    Files.writeString(migration.directory().resolve("writes.sql"), "DELETE FROM item WHERE id = 1;");
            CommandRun shadow = CommandRun.of(
                    "shadow",
                    "--writes",
                    "--config",
                    migration.configuration().toString(),
                    "--from",
                    script.toString());
            assertThat(shadow.exitCode()).isEqualTo(2);
            assertThat(shadow.errors()).contains("No write was executed: a cutover of pipeline");

            Files.createFile(allowed);
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        }
    }

    private static Migration migration(NativeMySqlServer source) throws Exception {
        Migration migration = Migration.of("gf_e2e_repair", source.address());
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        migration.source(
                "CREATE TABLE item (id INT PRIMARY KEY, note VARCHAR(20))",
                "INSERT INTO item WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 1000)"
                        + " SELECT id, 'old' FROM n",
                "INSERT INTO item SELECT id + 1000, note FROM item",
                "INSERT INTO item SELECT id + 2000, note FROM item WHERE id <= 1000");
        return migration;
    }

    private static void switchOver(Api api) throws Exception {
        api.steer("api/cutover/start", start("COUNTS"));
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
    }

    private static String start(String verify) {
        return "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"" + verify
                + "\"}";
    }
}
