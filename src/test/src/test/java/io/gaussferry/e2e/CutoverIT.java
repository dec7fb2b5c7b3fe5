package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies the end of a migration under load: an application writes during the cutover, and every acknowledged write is there once. Guards: the fence
 * before the position, the position before the switch ({@code TargetJournal.switchOver}), the rollback of everything before it.
 */
class CutoverIT {

    private static final String START =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"FULL\"}";

    @Test
    void losesAndDuplicatesNoWriteDuringCutover() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_cut", source.address());
                WritingApplication application = WritingApplication.create(migration)) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            Path switched = migration.directory().resolve("switched");
            migration.cutoverSetting("hooks: {after-switch: \"touch " + switched + "\"}");
            migration.source(
                    "CREATE TABLE zero (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))",
                    "CREATE TABLE low (id SMALLINT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))");
            insertZeros(migration, "copied");
            Api api = Api.of(migration.start());
            application.start(switched);
            application.awaitAcknowledged(300);
            prepareRepeatedly(migration, api);
            JsonNode check = api.steer("api/cutover/check", "{\"verify\": \"FULL\"}");
            assertThat(check.path("findings").toString()).doesNotContain("BLOCKER");
            assertThat(check.path("plan").path("actions").toString()).contains("AUTO_INCREMENT");
            api.steer("api/cutover/start", START);
            JsonNode end = awaitState(api, "SWITCHED", "WATCH");
            assertThat(end.path("refusedSeconds").asDouble(-1)).isPositive();
            application.awaitAcknowledgedByTarget(200);
            application.stop();
            application.requireEachOnce();
            assertThat(migration.targetRows("SELECT note FROM zero WHERE id = 0"))
                    .containsExactly("after the change");
            assertThat(new Server(source.address()).value("SELECT @@GLOBAL.super_read_only"))
                    .isEqualTo("1");

            requireConstantTime(migration);
            requireCertificate(migration);

            // writes that bypass the fence are detected
            new Server(source.address()).execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
            migration.source("INSERT INTO counted (writer, number) VALUES (99, 1)");
            await().atMost(Daemon.PATIENCE)
                    .until(() ->
                            !json(api).path("writtenAfterSwitch").asString("").isEmpty());

            // a daemon that is started by accident replays nothing
            migration.daemon().kill();
            Daemon again = migration.launch();
            await().atMost(Daemon.PATIENCE)
                    .until(() -> again.output().stream().anyMatch(line -> line.startsWith("switched over:")));
            Api after = Api.of(again);
            after.steer("api/cutover/finish", "{\"removeRows\": true}");
            assertThat(again.awaitEnd()).isZero();
            Daemon third = migration.launch();
            assertThat(third.awaitEnd()).isEqualTo(2);
            assertThat(third.errors()).contains("was switched over").contains("ada on here");
        }
    }

    /** Prepares, replicates rows with an explicit 0 and changes of definitions afterwards, and undoes it. The cutover prepares again. */
    private static void prepareRepeatedly(Migration migration, Api api) throws Exception {
        assertThat(prepare(api, "prepare", "PREPARED")).contains("AUTO_INCREMENT attributes");
        assertThat(numbered(migration)).isEqualTo(Servers.sandbox().targetIsStandIn() ? 0 : 3);
        insertZeros(migration, "prepared");
        requireZeros(migration, "prepared");
        migration.source(
                "ALTER TABLE zero DROP PRIMARY KEY, ADD UNIQUE KEY by_id (id)",
                "ALTER TABLE low MODIFY id BIGINT AUTO_INCREMENT");
        insertZeros(migration, "after the change");
        requireZeros(migration, "after the change");
        prepare(api, "prepare", "PREPARED");
        assertThat(numbered(migration)).isEqualTo(Servers.sandbox().targetIsStandIn() ? 0 : 3);
        prepare(api, "unprepare", "UNDONE");
        assertThat(numbered(migration)).isZero();
    }

    /** Replaces the rows with an explicit 0, alone and among rows for a COPY. */
    private static void insertZeros(Migration migration, String note) throws Exception {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
            statement.execute("DELETE FROM zero");
            statement.execute("DELETE FROM low");
            statement.execute("INSERT INTO zero VALUES (0, '" + note + "'), (7, '" + note + "')");
            statement.execute(
                    "INSERT INTO low WITH RECURSIVE n (i) AS (SELECT -100 UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
                            + " SELECT i, '" + note + "' FROM n");
        }
    }

    private static void requireZeros(Migration migration, String note) throws Exception {
        migration.awaitCaughtUp();
        assertThat(migration.targetRows("SELECT id, note FROM zero ORDER BY id"))
                .containsExactly("0|" + note, "7|" + note);
        assertThat(migration.targetRows(
                        "SELECT count(*), min(id), max(id), sum(id) FROM low WHERE note = '" + note + "'"))
                .containsExactly("201|-100|100|0");
    }

    private static int numbered(Migration migration) throws SQLException {
        return migration
                .targetRows("SELECT 1 FROM pg_catalog.pg_attrdef d JOIN pg_catalog.pg_class c ON c.oid = d.adrelid"
                        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '"
                        + migration.database() + "' AND pg_catalog.pg_get_expr(d.adbin, d.adrelid) = 'AUTO_INCREMENT'")
                .size();
    }

    /** Requires that OBJECTS has executed no statement that reads or rewrites the rows of a table. */
    private static void requireConstantTime(Migration migration) throws SQLException {
        assertThat(migration.targetRows("SELECT statements FROM gaussferry.cutover_object WHERE pipeline = '"
                        + migration.pipeline() + "' AND id <> 'PREPARED'"))
                .isNotEmpty()
                .allSatisfy(
                        statements -> assertThat(statements.split("\u001e"))
                                .allSatisfy(
                                        sql -> assertThat(sql)
                                                .matches(
                                                        "ALTER TABLE .* AUTO_INCREMENT = \\d+|CREATE SEQUENCE .*|ALTER SEQUENCE .* OWNED BY .*"
                                                                + "|ALTER TABLE .* SET DEFAULT pg_catalog.nextval.*|SELECT pg_catalog.setval.*"
                                                                + "|ALTER TABLE .* NOT VALID|ALTER TABLE .* ON UPDATE CURRENT_TIMESTAMP.*")));
    }

    /** Returns the result of a preparation. */
    private static String prepare(Api api, String command, String state) throws Exception {
        api.steer("api/cutover/" + command, "{\"operator\": \"ada\"}");
        return await(command)
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> json(api).path("preparation"),
                        now -> now.path("state").asString("").equals(state))
                .path("result")
                .asString("");
    }

    @Test
    void rollsBackCutoverOnDifference() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_cut", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))",
                    "INSERT INTO parent (note) VALUES ('one'), ('two')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            migration.target("UPDATE parent SET note = 'other' WHERE id = 2");
            api.steer("api/cutover/start", START);
            JsonNode end = awaitState(api, "ROLLED_BACK", "ROLLBACK");
            assertThat(end.path("reason").asString("")).contains("VERIFY").contains("1 rows differ");
            assertThat(new Server(source.address()).value("SELECT @@GLOBAL.super_read_only + @@GLOBAL.read_only"))
                    .isEqualTo("0");
            assertThat(new Server(source.address())
                            .rows("SELECT variable_name FROM performance_schema.persisted_variables"))
                    .isEmpty();
            migration.target("UPDATE parent SET note = 'two' WHERE id = 2");
            migration.source("INSERT INTO parent (note) VALUES ('three')");
            migration.assertEqualContent();
        }
    }

    /** Replay skips such statements: their effects are listed, in their final form, as work for the operator. */
    @Test
    void listsStatementsSkippedByReplay() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cut")) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY, note VARCHAR(20))",
                    "CREATE VIEW view_that_goes AS SELECT 1 AS one",
                    "CREATE VIEW view_that_changes AS SELECT 1 AS one");
            Api api = Api.of(migration.start());
            String account = migration.database() + "_user";
            migration.source(
                    "CREATE VIEW view_that_came AS SELECT note FROM parent",
                    "DROP VIEW view_that_goes",
                    "ALTER VIEW view_that_changes AS SELECT 2 AS two",
                    "CREATE TRIGGER trigger_that_came BEFORE INSERT ON parent FOR EACH ROW SET NEW.note = UPPER(NEW.note)",
                    "CREATE PROCEDURE procedure_that_came() SELECT 3 AS three",
                    "CREATE EVENT event_that_came ON SCHEDULE EVERY 1 DAY DO SELECT 4 AS four",
                    "CREATE USER '" + account + "' IDENTIFIED BY 'Not_to_be_seen1'",
                    "GRANT SELECT ON `" + migration.database() + "`.* TO '" + account + "'",
                    "GRANT UPDATE ON parent TO '" + account + "'",
                    "INSERT INTO parent VALUES (1, 'one')");
            try {
                migration.assertEqualContent();
                String manual = api.steer("api/cutover/check", "{}")
                        .path("plan")
                        .path("manual")
                        .toString();
                assertThat(manual)
                        .contains("view_that_came", "view_that_changes", "2 AS `two`", "UPPER(NEW.note)")
                        .contains("trigger_that_came", "procedure_that_came", "event_that_came")
                        .contains(account, "SELECT ON ", "UPDATE ON ")
                        .doesNotContain("view_that_goes", "1 AS `one`", "Not_to_be_seen1");
                assertThat(Servers.target()
                                .rows("SELECT statement FROM gaussferry.definition_change WHERE pipeline = '"
                                        + migration.pipeline() + "'"))
                        .isEmpty();
                migration.stop();
            } finally {
                migration.source("DROP USER '" + account + "'");
            }
        }
    }

    @Tag("long")
    @Test
    void dropsCreatedObjectsWhenHookFails() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_cut", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.targetSetting("foreign-keys: defer");
            Path allowed = migration.directory().resolve("allowed");
            Path state = migration.directory().resolve("state");
            migration.cutoverSetting("hooks: {before-switch: \"env | grep GAUSSFERRY > " + state + "; test -e "
                    + allowed + "\", after-switch: \"true\"}");
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))",
                    "CREATE TABLE child (id BIGINT PRIMARY KEY AUTO_INCREMENT, parent INT, CONSTRAINT of_parent FOREIGN KEY"
                            + " (parent) REFERENCES parent (id))",
                    "INSERT INTO parent (note) VALUES ('one'), ('two'), ('gone')",
                    "DELETE FROM parent WHERE id = 3",
                    "INSERT INTO child (parent) VALUES (1), (2)",
                    "CREATE TABLE tiny (id TINYINT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))",
                    "INSERT INTO tiny VALUES (127, 'the last')",
                    "CREATE TABLE huge (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))",
                    "INSERT INTO huge VALUES (9300000000000000000, 'beyond a sequence')",
                    "CREATE VIEW notes AS SELECT note FROM parent");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            requireObstaclesFoundInPrecheck(migration, api);
            assertThat(api.steer("api/cutover/check", "{}")
                            .path("plan")
                            .path("manual")
                            .toString())
                    .contains("notes");

            api.steer("api/cutover/start", START);
            JsonNode end = awaitState(api, "ROLLED_BACK", "ROLLBACK");
            assertThat(end.path("reason").asString("")).contains("exit code 1");
            assertThat(Files.readString(state))
                    .contains("GAUSSFERRY_CUTOVER_OPERATOR=ada")
                    .contains("GAUSSFERRY_CUTOVER_STEP=SWITCH")
                    .doesNotContain(Api.TOKEN);
            assertThat(end.path("objects").toString()).contains("UNDONE").doesNotContain("CREATED");
            assertThat(foreignKeys(migration)).isEmpty();
            migration.source("INSERT INTO parent VALUES (7, 'seven')", "INSERT INTO child (parent) VALUES (7)");
            migration.assertEqualContent();

            Files.createFile(allowed);
            api.steer("api/cutover/start", START);
            awaitState(api, "SWITCHED", "WATCH");
            assertThat(foreignKeys(migration)).hasSize(1);
            requireConstantTime(migration);
            migration.target("INSERT INTO parent (note) VALUES ('eight')", "INSERT INTO child (parent) VALUES (8)");
            assertThat(migration.targetRows("SELECT max(id) FROM parent")).containsExactly("8");
            assertThat(migration.targetRows("SELECT max(id) FROM child")).containsExactly("4");
            assertThatThrownBy(() -> migration.target("INSERT INTO child (parent) VALUES (99)"))
                    .hasMessageContaining("of_parent");
            // as MySQL does
            assertThatThrownBy(() -> migration.target("INSERT INTO tiny (note) VALUES ('one more')"))
                    .hasMessageContaining("tiny_pkey");
        }
    }

    /** The target would reject them in OBJECTS, when writers are already rejected. */
    private static void requireObstaclesFoundInPrecheck(Migration migration, Api api) throws Exception {
        String plan = api.steer("api/cutover/check", "{}").path("plan").toString();
        if (Servers.sandbox().targetIsStandIn()) {
            assertThat(plan).contains("gf_e2e_cut.huge.id", "9300000000000000001, exceeds the range");
        }
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION foreign_key_checks = 0");
            statement.execute("INSERT INTO child VALUES (100, 99)");
        }
        migration.awaitCaughtUp();
        assertThat(api.steer("api/cutover/check", "{}").path("findings").toString())
                .contains("BLOCKER", "Rows violate the foreign key of_parent");
        migration.source("DELETE FROM child WHERE id = 100", "ALTER TABLE child AUTO_INCREMENT = 3");
        migration.awaitCaughtUp();
        assertThat(api.steer("api/cutover/check", "{}").path("findings").toString())
                .doesNotContain("of_parent");
    }

    /** A backup's lock, for example: MySQL waits for it without a limit. */
    @Test
    void namesTableThatAnotherSessionHasLocked() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_cut", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            try (Connection other = migration.openSource();
                    Statement statement = other.createStatement()) {
                statement.execute("LOCK TABLES t WRITE");
                api.steer("api/cutover/start", START.replace("\"noReverseReplication\": true, ", ""));
                JsonNode end = awaitState(api, "ROLLED_BACK", "ROLLBACK");
                assertThat(end.path("reason").asString(""))
                        .contains("PRECHECK: Another session has locked table gf_e2e_cut.t of MySQL");
                statement.execute("INSERT INTO t VALUES (1)");
            }
        }
    }

    @Tag("long")
    @Test
    void namesFirstOperatorToSecondWhoMayAbort() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_cut", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            // longer than the test waits: a rollback ends the hook
            migration.cutoverSetting("hooks: {before-verify: sleep 100}");
            migration.cutoverSetting("hook-timeout: 2m");
            migration.cutoverSetting("deadlines: {drain: 3m}");
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            api.steer("api/cutover/start", START);
            HttpResponse<String> second =
                    api.post("api/cutover/start", "Bearer " + Api.TOKEN, START.replace("ada", "bob"));
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(second.body()).contains("ada on here");
            await().atMost(Daemon.PATIENCE)
                    .until(() -> json(api).path("step").asString("").equals("DRAIN"));
            migration.daemon().kill();
            // in the middle of a hook: the next daemon resumes the cutover and obeys the request
            Api next = Api.of(migration.start());
            await().atMost(Daemon.PATIENCE)
                    .until(() -> !json(next).path("state").asString("").equals("NONE"));
            next.steer("api/cutover/rollback", "{\"operator\": \"bob\", \"reason\": \"too late\"}");
            JsonNode end = awaitState(next, "ROLLED_BACK", "ROLLBACK");
            assertThat(end.path("reason").asString("")).contains("rolled back by bob: too late");
            assertThat(new Server(source.address()).value("SELECT @@GLOBAL.super_read_only + @@GLOBAL.read_only"))
                    .isEqualTo("0");
        }
    }

    @Test
    void unlocksOnlyAccountsThatFenceLocked() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_cut", source.address())) {
            Server server = new Server(source.address());
            server.execute(
                    "CREATE USER writer@'%' IDENTIFIED BY 'w'",
                    "GRANT ALL ON *.* TO writer@'%'", "CREATE USER locked@'%' IDENTIFIED BY 'w' ACCOUNT LOCK");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("fence: lock-accounts");
            migration.cutoverSetting("accounts: [\"writer@%\", \"locked@%\"]");
            Path locked = migration.directory().resolve("locked");
            migration.cutoverSetting("hooks: {before-objects: \"test -e " + locked + "\"}");
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            api.steer("api/cutover/start", START);
            JsonNode end = awaitState(api, "ROLLED_BACK", "ROLLBACK");
            assertThat(end.path("reason").asString("")).contains("VERIFY").contains("exit code 1");
            assertThat(
                            server.rows(
                                    "SELECT user, account_locked FROM mysql.user WHERE user IN ('writer', 'locked') ORDER BY user"))
                    .containsExactly("locked|Y", "writer|N");
            Files.createFile(locked);
            api.steer("api/cutover/start", START);
            awaitState(api, "SWITCHED", "WATCH");
            assertThat(server.rows("SELECT account_locked FROM mysql.user WHERE user = 'writer'"))
                    .containsExactly("Y");
        }
    }

    /** Requires that the certificate matches both servers, and that a change of one character is detected. */
    private static void requireCertificate(Migration migration) throws Exception {
        String configuration = migration.configuration().toString();
        Path certificate = migration.directory().resolve("proof.json");
        CommandRun made = CommandRun.of("certificate", "--config", configuration, "--out", certificate.toString());
        assertThat(made.exitCode()).as(made.errors()).isZero();
        assertThat(Files.readString(certificate))
                .contains("\"operator\" : \"ada\"")
                .doesNotContain(Api.TOKEN);
        assertThat(Files.readString(migration.directory().resolve("proof.html")))
                .contains("Migration certificate")
                .contains("counted");
        CommandRun checked = CommandRun.of("certificate", "check", certificate.toString(), "--config", configuration);
        assertThat(checked.exitCode()).as(checked.output() + checked.errors()).isZero();
        assertThat(checked.output()).contains("signature: valid").contains("source unchanged");
        Path forged = migration.directory().resolve("forged.json");
        Files.writeString(forged, Files.readString(certificate).replace("\"ada\"", "\"eve\""));
        CommandRun refused = CommandRun.of("certificate", "check", forged.toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).contains("INVALID");
    }

    private static List<String> foreignKeys(Migration migration) throws SQLException {
        return migration.targetRows("SELECT k.conname FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_namespace n"
                + " ON n.oid = k.connamespace WHERE k.contype = 'f' AND n.nspname = '" + migration.database() + "'");
    }

    static JsonNode json(Api api) throws Exception {
        return api.show("api/cutover");
    }

    /** Waits until the source has been checked for writes of other applications up to now. */
    static void awaitSourceCheck(Api api) {
        Instant now = Instant.now();
        await("a check of the source").atMost(Daemon.PATIENCE).until(() -> {
            String watched = json(api).path("watchedAt").asString("");
            return !watched.isEmpty() && Instant.parse(watched).isAfter(now);
        });
    }

    static JsonNode awaitState(Api api, String state, String step) {
        return await("cutover " + state).atMost(Daemon.PATIENCE).until(() -> json(api), status -> {
            String now = status.path("state").asString("");
            if (!now.equals(state)
                    && (now.equals("ROLLED_BACK")
                            || now.equals("SWITCHED")
                                    && !status.path("problem").asString("").isEmpty())) {
                throw new AssertionError(status.toPrettyString());
            }
            return now.equals(state) && status.path("step").asString("").equals(step);
        });
    }
}
