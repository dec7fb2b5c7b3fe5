package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A daemon continues the state of an earlier version, whose tables and columns had other names, and refuses that of a newer one. Guards:
 * {@code UnnumberedState}, {@code TargetState}.
 *
 * <p>{@code -Dgaussferry.former-jar=FILE} also runs the daemon of that version first.
 */
class UpgradeIT {

    private static final String FORMER_JAR = "gaussferry.former-jar";

    private static final List<String> TO_FORMER_NAMES = List.of(
            "DROP TABLE gaussferry.schema_version",
            "DROP TABLE gaussferry.object",
            "DROP TABLE gaussferry.object_change",
            "DROP TABLE gaussferry.reverse_run",
            "DROP TABLE gaussferry.primary_change",
            "ALTER TABLE gaussferry.progress RENAME COLUMN applier TO lane",
            "ALTER TABLE gaussferry.cutover RENAME COLUMN no_reverse_replication TO no_way_back",
            "ALTER TABLE gaussferry.reverse_replication_table RENAME TO way_back_table",
            "ALTER TABLE gaussferry.reverse_replication RENAME TO way_back",
            "ALTER TABLE gaussferry.shard_position RENAME TO shard_place");

    @Test
    void continuesBothDirectionsUnderFormerNames() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.find();
                Migration migration = migration(source, target)) {
            migration.source("INSERT INTO note VALUES (1, 'copied')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            restartUnderFormerNames(migration, target);
            migration.target("INSERT INTO note VALUES (2, 'written on the target')");
            await().atMost(Daemon.PATIENCE)
                    .until(() -> new Server(source.address())
                            .rows("SELECT id FROM " + migration.database() + ".note ORDER BY id")
                            .equals(List.of("1", "2")));
            Api.of(migration.daemon()).steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\"}");
            migration.daemon().awaitReturned();
            restartUnderFormerNames(migration, target);
            migration.daemon().awaitReplaying();
            migration.source("INSERT INTO note VALUES (3, 'written at the source')");
            migration.assertEqualContent();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = FORMER_JAR, matches = ".+")
    void continuesTheReplicationOfTheFormerDaemon() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.find();
                Migration migration = migration(source, target)) {
            migration.source("INSERT INTO note VALUES (1, 'copied')");
            Daemon former = Daemon.startJar(
                    Path.of(System.getProperty(FORMER_JAR)), migration.configuration(), migration.directory());
            former.awaitReplaying();
            migration.source("UPDATE note SET text = 'replicated by the former daemon'");
            await().atMost(Daemon.PATIENCE)
                    .until(() -> migration
                            .targetRows("SELECT text FROM note")
                            .equals(List.of("replicated by the former daemon")));
            former.terminate();
            migration.source("INSERT INTO note VALUES (2, 'written meanwhile')");
            migration.start();
            migration.source("INSERT INTO note VALUES (3, 'replicated by this daemon')");
            migration.assertEqualContent();
        }
    }

    /** An older program would write rows that the newer one misunderstands. */
    @Test
    void refusesTablesOfNewerVersion() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.find();
                Migration migration = migration(source, target)) {
            migration.start();
            migration.stop();
            Server server = new Server(target.address());
            server.execute("INSERT INTO gaussferry.schema_version VALUES (99, 'of the future', clock_timestamp())");
            try {
                Daemon refused = migration.launch();
                assertThat(refused.awaitEnd()).isEqualTo(ErrorCategory.CONFIGURATION.exitCode());
                assertThat(refused.errors()).contains("have version 99").doesNotContain("\tat ");
            } finally {
                server.execute("DELETE FROM gaussferry.schema_version WHERE version = 99");
            }
        }
    }

    private static Migration migration(NativeMySqlServer source, KillableTarget target) throws Exception {
        Migration migration = Migration.of("gf_e2e_upgrade", source.address(), target.address());
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        migration.source("CREATE TABLE note (id INT PRIMARY KEY, text VARCHAR(40))");
        return migration;
    }

    private static void restartUnderFormerNames(Migration migration, KillableTarget target) throws Exception {
        migration.stop();
        for (String rename : TO_FORMER_NAMES) {
            new Server(target.address()).execute(rename);
        }
        migration.launch();
        Api.of(migration.daemon());
    }
}
