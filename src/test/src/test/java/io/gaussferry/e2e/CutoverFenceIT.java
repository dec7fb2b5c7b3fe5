package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies alternative fences at the source: by the user's command, with a fence account, without GTIDs; and a step that exceeds its timeout. Guards:
 * {@code HookFence}, {@code CutoverSettings.source}, {@code FencedPosition}, {@code Decision}.
 */
class CutoverFenceIT {

    private static final String START =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"FULL\"}";

    private static final String WRITABLE = "SELECT @@GLOBAL.super_read_only + @@GLOBAL.read_only";

    @Test
    void fencesAndReleasesSourceByHookCommands() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_fence", source.address())) {
            Server server = new Server(source.address());
            Path wanted = migration.directory().resolve("wanted");
            Path fenced = migration.directory().resolve("fenced");
            Path released = migration.directory().resolve("released");
            Path allowed = migration.directory().resolve("allowed");
            migration.cutoverSetting("fence: hook");
            migration.cutoverSetting(
                    "fence-command: \"touch " + wanted + "; while ! test -e " + fenced + "; do sleep 0.1; done\"");
            migration.cutoverSetting("release-command: \"touch " + released + "\"");
            migration.cutoverSetting("hooks: {before-objects: \"test -e " + allowed + "\"}");
            Api api = start(migration);

            api.steer("api/cutover/start", START);
            await().atMost(Daemon.PATIENCE).until(() -> Files.exists(wanted));
            assertThat(server.value(WRITABLE)).isEqualTo("0");
            server.execute("SET GLOBAL super_read_only = ON");
            Files.createFile(fenced);
            assertThat(end(api, "ROLLED_BACK").path("reason").asString("")).contains("exit code 1");
            assertThat(released).exists();

            Files.createFile(allowed);
            api.steer("api/cutover/start", START);
            end(api, "SWITCHED");
        }
    }

    @Test
    void requiresPrivilegesOnlyOfFenceAccount() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_fence", source.address())) {
            Server server = new Server(source.address());
            server.execute(
                    "CREATE USER cut@'%' IDENTIFIED BY 'over'",
                    "GRANT SELECT, REPLICATION CLIENT, SHOW VIEW, EVENT, TRIGGER, PROCESS ON *.* TO cut@'%'",
                    "GRANT CONNECTION_ADMIN, XA_RECOVER_ADMIN ON *.* TO cut@'%'");
            migration.cutoverSetting("user: cut");
            migration.cutoverSetting("password: over");
            Api api = start(migration);
            JsonNode check = api.steer("api/cutover/check", "{\"verify\": \"FULL\"}");
            assertThat(check.path("findings").toString())
                    .contains("BLOCKER")
                    .contains("SYSTEM_VARIABLES_ADMIN")
                    .doesNotContain("\"over\"");

            assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                            .path("findings")
                            .toString())
                    .contains("it lacks privileges on the database gaussferry")
                    .contains("may not raise AUTO_INCREMENT of 1 tables in MySQL");

            server.execute(
                    "GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO cut@'%'",
                    "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON gaussferry.* TO cut@'%'");
            api.steer("api/cutover/start", START);
            end(api, "SWITCHED");
            assertThat(server.value("SELECT @@GLOBAL.super_read_only")).isEqualTo("1");
        }
    }

    @Test
    void switchesSourceWithoutGtids() throws Exception {
        try (NativeMySqlServer source = OwnServers.start("--gtid-mode=OFF", "--enforce-gtid-consistency=OFF");
                Migration migration = Migration.of("gf_e2e_fence", source.address())) {
            Api api = start(migration);
            assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                            .path("findings")
                            .toString())
                    .contains("BLOCKER");
            migration.source("INSERT INTO t VALUES (2)");
            api.steer("api/cutover/start", START.replace("FULL", "COUNTS"));
            assertThat(end(api, "SWITCHED").path("steps").toString()).contains("2 rows counted");
            assertThat(migration.targetRows("SELECT count(*) FROM t")).containsExactly("2");
        }
    }

    @Test
    void releasesSourceAfterStepTimeout() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_fence", source.address())) {
            migration.cutoverSetting("hooks: {before-verify: sleep 4}");
            migration.cutoverSetting("deadlines: {drain: 2s}");
            Api api = start(migration);
            api.steer("api/cutover/start", START);
            JsonNode status = await("in the drain")
                    .atMost(Daemon.PATIENCE)
                    .until(
                            () -> api.status().path("cutover"),
                            cutover -> cutover.path("step").asString("").equals("DRAIN"));
            assertThat(status.path("state").asString("")).isEqualTo("AT_WORK");
            assertThat(status.path("deadline").asString("")).isNotEmpty();
            JsonNode end = end(api, "ROLLED_BACK");
            assertThat(end.path("reason").asString("")).contains("DRAIN").contains("deadline");
            assertThat(end.path("downtime").toString()).contains("FENCE").contains("DRAIN");
            assertThat(new Server(source.address()).value(WRITABLE)).isEqualTo("0");
            migration.source("INSERT INTO t VALUES (2)");
            migration.assertEqualContent();
        }
    }

    /** An event runs as its definer, locked or not. */
    @Test
    void rollsBackIfEventWritesBehindLockedAccounts() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_fence", source.address())) {
            Server server = new Server(source.address());
            server.execute("CREATE USER app@'%' IDENTIFIED BY 'app'", "SET GLOBAL event_scheduler = ON");
            migration.cutoverSetting("fence: lock-accounts");
            migration.cutoverSetting("accounts: [\"app@%\"]");
            Api api = start(migration);
            migration.source("CREATE EVENT tick ON SCHEDULE EVERY 1 SECOND DO INSERT INTO t SELECT MAX(id) + 1 FROM t");
            String event = migration.database() + ".tick (definer root@";
            assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                            .path("findings")
                            .toString())
                    .contains("Events of the source may write behind this fence", event);
            api.steer("api/cutover/start", START);
            JsonNode end = end(api, "ROLLED_BACK");
            assertThat(end.path("reason").asString(""))
                    .contains("The source is still written to behind its fence", event);
            assertThat(end.path("downtime").toString()).contains("FENCE").doesNotContain("DRAIN");
            assertThat(server.value("SELECT account_locked FROM mysql.user WHERE user = 'app'"))
                    .isEqualTo("N");
            migration.source("DROP EVENT tick");
        }
    }

    /** An administrator, an event of one, and a session of the target that ordinary triggers do not stop try to write all the time. */
    @Test
    void refusesOtherWritersUntilReturnAndOnTargetAfterIt() throws Exception {
        try (NativeMySqlServer source = OwnServers.start("--event-scheduler=ON");
                Migration migration = Migration.of("gf_e2e_fence", source.address())) {
            Server server = new Server(source.address());
            server.execute("CREATE USER dba@'%' IDENTIFIED BY 'dba'", "GRANT ALL ON *.* TO dba@'%'");
            Api api = start(migration);
            String beat = migration.database() + ".beat";
            migration.source(
                    "CREATE TABLE beat (id INT PRIMARY KEY AUTO_INCREMENT, writer VARCHAR(10), KEY (writer))",
                    "CREATE TRIGGER own BEFORE INSERT ON beat FOR EACH ROW SET NEW.writer = UPPER(NEW.writer)",
                    "CREATE DEFINER = dba@'%' EVENT tick ON SCHEDULE EVERY 1 SECOND DO INSERT INTO beat (writer) VALUES ('event')");
            // a request is refused while replication restarts with the new table
            migration.awaitCaughtUp();
            assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}").toString())
                    .contains("dba@%", migration.database() + ".tick (definer dba@%", "Triggers on the tables refuse");
            try (StubbornWriter administrator = new StubbornWriter(
                    new ServerAddress(source.address().url(), "dba", "dba")::open,
                    "INSERT INTO " + beat + " (writer) VALUES ('session')",
                    "UPDATE " + beat + " SET writer = 'other' WHERE writer = 'SESSION' LIMIT 1",
                    "DELETE FROM " + beat + " WHERE writer = 'OTHER'")) {
                administrator.awaitWrite();
                awaitEvent(server, beat);
                migration.awaitCaughtUp();
                api.steer("api/cutover/start", START.replace("true", "false"));
                CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                awaitReverseReplication(migration, server, 2);
                assertThat(server.value("SELECT @@GLOBAL.super_read_only")).isEqualTo("0");
                administrator.awaitRefusal("refuses writes");
                source.shutDown();
                // with --no-defaults the server does not load the variables that the fence has persisted
                source.startAgain("--read-only=ON", "--event-scheduler=OFF");
                awaitReverseReplication(migration, server, 3);
                administrator.awaitRefusal("refuses writes");
                CutoverIT.awaitSourceCheck(api);
                assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString(""))
                        .isEmpty();
                migration.awaitSameContent();
                returnWriters(migration, api);
                administrator.awaitWrite();
                awaitEvent(server, beat);
            }
            assertThat(server.rows("SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = '"
                            + migration.database() + "'"))
                    .containsExactly("own");
            assertThat(server.value("SELECT @@GLOBAL.event_scheduler")).isEqualTo("ON");
            migration.source("DROP EVENT tick");
            migration.assertEqualContent();
            reportsGapOfTargetFence(migration, api);
        }
    }

    private static void reportsGapOfTargetFence(Migration migration, Api api) throws Exception {
        assertThat(CutoverIT.json(api).path("problem").asString("")).isEmpty();
        String trigger = migration
                .targetRows("SELECT tgname FROM pg_trigger WHERE tgrelid = 't'::regclass"
                        + " AND tgname LIKE 'gaussferry%' AND tgname NOT LIKE '%truncate'")
                .get(0);
        migration.target(
                "ALTER TABLE t DISABLE TRIGGER " + trigger,
                "INSERT INTO t VALUES (-1)",
                "ALTER TABLE t ENABLE ALWAYS TRIGGER " + trigger);
        await("the gap")
                .atMost(Daemon.PATIENCE)
                .until(() -> CutoverIT.json(api).path("problem").asString("").contains(migration.database() + ".t"));
    }

    private static void returnWriters(Migration migration, Api api) throws Exception {
        try (StubbornWriter replica = new StubbornWriter(
                migration::openTarget, "SET session_replication_role = replica", "INSERT INTO t VALUES (1000 + %d)")) {
            replica.awaitWrite();
            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
            migration.daemon().awaitReturned();
            replica.awaitRefusal("refuses writes");
        }
    }

    private static void awaitReverseReplication(Migration migration, Server server, int rows) throws Exception {
        migration.target("INSERT INTO t VALUES (" + rows + ")");
        await().ignoreExceptions()
                .atMost(Daemon.PATIENCE)
                .until(() -> server.value("SELECT COUNT(*) FROM " + migration.database() + ".t")
                        .equals(Integer.toString(rows)));
    }

    private static void awaitEvent(Server server, String table) throws Exception {
        String last = "SELECT COALESCE(MAX(id), 0) FROM " + table + " WHERE writer = 'EVENT'";
        String before = server.value(last);
        await("the event")
                .atMost(Daemon.PATIENCE)
                .until(() -> !server.value(last).equals(before));
    }

    private static Api start(Migration migration) throws Exception {
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        migration.source("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)", "INSERT INTO t VALUES (1)");
        Api api = Api.of(migration.start());
        migration.awaitCaughtUp();
        return api;
    }

    private static JsonNode end(Api api, String expected) {
        return await("cutover " + expected).atMost(Daemon.PATIENCE).until(() -> CutoverIT.json(api), status -> {
            String now = status.path("state").asString("");
            if (!now.equals(expected) && (now.equals("ROLLED_BACK") || now.equals("SWITCHED"))) {
                throw new AssertionError(status.toPrettyString());
            }
            return now.equals(expected) && !status.path("step").asString("").equals("SWITCH");
        });
    }
}
