package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.model.GtidSet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies a switch, a return and a second switch: MySQL has every change written to the target after the switch, and its writers can return to it.
 */
class CutoverBackIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}";

    /** {@code POINT(7 8)} as the target's {@code bytea}. */
    private static final String POINT_7_8 = "\\x01010000000000000000001c400000000000002040";

    private static final String GUARDS = "SELECT k.conname FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = k.connamespace"
            + " WHERE n.nspname LIKE 'gf_e2e_back%' AND k.conname LIKE 'gaussferry_guard%'";

    @Test
    void returnsToSourceWithAllTargetWrites() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL UNIQUE, price DECIMAL(10,2),"
                            + " changed TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6))",
                    "CREATE TABLE document (id INT PRIMARY KEY, note VARCHAR(10), body JSON)",
                    "INSERT INTO document VALUES (1, 'a', CAST(1.10 AS JSON)), (2, 'b', CAST(2.20 AS JSON))",
                    "CREATE TABLE part (item INT NOT NULL, number INT NOT NULL, note TEXT, PRIMARY KEY (item, number),"
                            + " CONSTRAINT of_item FOREIGN KEY (item) REFERENCES item (id) ON DELETE CASCADE)",
                    "CREATE TABLE keyless (number INT, note VARCHAR(20))",
                    "INSERT INTO item (name, price) VALUES ('one', 1.50), ('two', NULL), ('three', -3)",
                    "INSERT INTO part VALUES (1, 1, 'it''s'), (1, 2, 'back\\\\slash'), (3, 1, NULL)",
                    "INSERT INTO keyless VALUES (1, 'same'), (1, 'same')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();

            switchOver(api);
            Server mysql = new Server(source.address());
            migration.target(
                    "INSERT INTO item (id, name, price, changed) VALUES (10, 'ten', 10, '2024-02-29 01:02:03.000004+00')",
                    "BEGIN; UPDATE document SET note = 'x' WHERE id = 1; UPDATE document SET body = '[]' WHERE id = 2; COMMIT",
                    "UPDATE item SET price = 2.25 WHERE id = 2",
                    "DELETE FROM part WHERE item = 1 AND number = 1",
                    "UPDATE item SET name = 'other' WHERE id = 1",
                    "DELETE FROM item WHERE id = 3",
                    "DELETE FROM keyless WHERE ctid = (SELECT ctid FROM keyless LIMIT 1)",
                    "INSERT INTO keyless VALUES (NULL, 'new')");
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(mysql.rows("SELECT COUNT(*) FROM gf_e2e_back.keyless WHERE note = 'new'"))
                                    .containsExactly("1"));
            migration.awaitSameContent();
            // an unchanged document keeps types that its printed form does not show
            assertThat(mysql.rows("SELECT id, note, JSON_TYPE(body) FROM gf_e2e_back.document ORDER BY id"))
                    .containsExactly("1|x|DECIMAL", "2|b|ARRAY");
            // changes by a foreign key's action on the target are replicated as changes of their own
            assertThat(mysql.rows("SELECT item, number FROM gf_e2e_back.part")).containsExactly("1|2");
            // an application of other databases that has the server's privileges
            mysql.execute(
                    "CREATE DATABASE elsewhere",
                    "CREATE TABLE elsewhere.t (n INT)",
                    "INSERT INTO elsewhere.t VALUES (1)");
            CutoverIT.awaitSourceCheck(api);
            assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString(""))
                    .isEmpty();

            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"the night is over\"}");
            migration.daemon().awaitReturned();
            JsonNode returned = CutoverIT.json(api);
            assertThat(returned.path("reason").asString("")).contains("the target refused writes");
            assertThat(returned.path("reverseReplication").isNull()).isTrue();
            assertThat(returned.path("refusedSeconds").asDouble(0))
                    .isLessThan(Duration.between(
                                            Instant.parse(
                                                    returned.path("fencedAt").asString("")),
                                            Instant.parse(returned.path("since").asString("")))
                                    .toMillis()
                            / 1e3);
            assertThat(certificate(migration)).contains("\"returnDecidedAt\"", "\"refusedMillis\"", "\"returnReason\"");
            assertThat(mysql.value("SELECT @@GLOBAL.super_read_only + @@GLOBAL.read_only"))
                    .isEqualTo("0");
            assertThatThrownBy(() -> migration.target("INSERT INTO keyless VALUES (5, 'late')"))
                    .hasMessageContaining("refuses writes");

            Api again = api;
            migration.source(
                    "INSERT INTO item (name) VALUES ('after')",
                    "UPDATE item SET price = 7 WHERE id = 10",
                    "DELETE FROM keyless WHERE note = 'new'");
            migration.assertEqualContent();
            assertThat(mysql.value("SELECT MAX(id) FROM gf_e2e_back.item")).isEqualTo("11");

            // the target refuses writes until the switch: none may precede reverse replication
            try (StubbornWriter early =
                    new StubbornWriter(migration::openTarget, "INSERT INTO keyless VALUES (6, 'early')")) {
                early.awaitRefusal("refuses writes");
                switchOver(again);
                early.awaitWrite();
            }
            migration.target("UPDATE item SET price = 8 WHERE id = 11");
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(mysql.value("SELECT price FROM gf_e2e_back.item WHERE id = 11"))
                            .isEqualTo("8.00"));
            migration.awaitSameContent();

            // a transaction of another application is reported, and none of reverse replication
            mysql.execute("INSERT INTO gf_e2e_back.keyless VALUES (99, 'stranger')");
            String strangers = await("the foreign transaction")
                    .atMost(Daemon.PATIENCE)
                    .until(
                            () -> CutoverIT.json(again)
                                    .path("writtenAfterSwitch")
                                    .asString(""),
                            text -> !text.isEmpty());
            assertThat(GtidSet.parse(strangers).count()).isEqualTo(1);

            assertThat(Servers.target().rows(GUARDS)).isNotEmpty();

            // no slot remains that retains the target's log, and no guard
            again.steer("api/cutover/finish", "{\"removeRows\": true}");
            assertThat(migration.daemon().awaitEnd()).isZero();
            assertThat(migration.daemon().errors())
                    .doesNotContain("appears to have started a thread", "Interrupted during closing");
            assertThat(Servers.target().rows("SELECT slot_name" + slots(migration)))
                    .isEmpty();
            assertThat(Servers.target().rows(GUARDS)).isEmpty();
        }
    }

    /**
     * The daemon is stopped meanwhile, so that insertions and deletions cancel each other: MySQL never receives these numbers.
     */
    @Test
    void givesOutNoNumberOfTheTargetAgain() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE ticket (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO ticket (v) VALUES ('a'), ('b'), ('gone')",
                    "DELETE FROM ticket WHERE v = 'gone'",
                    "CREATE TABLE kept (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO kept (v) VALUES ('a'), ('b'), ('gone')",
                    "DELETE FROM kept WHERE v = 'gone'",
                    "CREATE TABLE bare (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, v VARCHAR(10))",
                    "CREATE TABLE far (v VARCHAR(10), id SMALLINT UNSIGNED AUTO_INCREMENT, KEY (id))",
                    "INSERT INTO far (v) VALUES ('a')",
                    "CREATE TABLE brim (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(10))",
                    "INSERT INTO brim VALUES (2147483646, 'a')",
                    // MySQL refuses every ALTER of this table with NO_ZERO_DATE, which is part of its default sql_mode
                    "SET SESSION sql_mode = ''",
                    "CREATE TABLE dated (id INT AUTO_INCREMENT PRIMARY KEY, made DATETIME DEFAULT '0000-00-00 00:00:00')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            migration.target(
                    "DROP ROLE IF EXISTS gf_e2e_clerk",
                    "CREATE ROLE gf_e2e_clerk PASSWORD 'Not_secret_1234'",
                    "GRANT INSERT ON ticket TO gf_e2e_clerk",
                    "GRANT INSERT (v) ON bare TO gf_e2e_clerk");
            switchOver(api);
            assertThat(numberedTablesOf(migration, "gf_e2e_clerk")).containsExactly("bare", "ticket");
            migration.target("DROP OWNED BY gf_e2e_clerk", "DROP ROLE gf_e2e_clerk");
            migration.stop();
            migration.target(
                    "INSERT INTO ticket (v) VALUES ('d')",
                    "INSERT INTO ticket (v) VALUES ('e'), ('f')",
                    "DELETE FROM ticket WHERE v IN ('e', 'f')",
                    "BEGIN; INSERT INTO ticket (v) VALUES ('g'); DELETE FROM ticket WHERE v = 'g'; COMMIT",
                    "INSERT INTO bare (v) VALUES ('x'), ('y')",
                    "DELETE FROM bare",
                    "INSERT INTO far (v) SELECT 'x' FROM generate_series(1, 500)",
                    "DELETE FROM far WHERE v = 'x'",
                    "INSERT INTO brim (v) VALUES ('last')",
                    "DELETE FROM brim WHERE v = 'last'",
                    "INSERT INTO dated (made) VALUES ('2026-01-01 10:00:00')",
                    "DELETE FROM dated");
            migration.launch();
            Api again = Api.of(migration.daemon());
            CutoverIT.awaitState(again, "SWITCHED", "WATCH");
            again.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\"}");
            migration.daemon().awaitReturned();

            Server mysql = new Server(source.address());
            for (String table : List.of("ticket", "kept", "bare", "far")) {
                mysql.execute("INSERT INTO gf_e2e_back." + table + " (v) VALUES ('after')");
            }
            // a range at its end repeats its last number, which only the key refuses
            assertThat(
                            mysql.rows(
                                    "SELECT auto_increment FROM information_schema.tables WHERE table_schema = 'gf_e2e_back' AND table_name = 'brim'"))
                    .containsExactly("2147483647");
            mysql.execute("INSERT INTO gf_e2e_back.dated (made) VALUES ('2026-01-02 10:00:00')");
            assertThat(mysql.rows("SELECT id FROM gf_e2e_back.dated")).containsExactly("2");
            assertThat(numbersAfter(mysql)).containsExactly("bare|3", "far|502", "kept|4", "ticket|8");
            migration.assertEqualContent();
        }
    }

    /** Returns the tables whose sequence a role may use. The function refuses other relations, which openGauss may pass to it. */
    private static List<String> numberedTablesOf(Migration migration, String role) throws Exception {
        return migration.targetRows("SELECT c.relname FROM pg_depend d JOIN pg_class s ON s.oid = d.objid"
                + " JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = 'gf_e2e_back' AND CASE WHEN s.relkind IN ('S', 'L')"
                + " THEN has_sequence_privilege('" + role + "', s.oid, 'USAGE') ELSE FALSE END ORDER BY 1");
    }

    private static List<String> numbersAfter(Server mysql) throws Exception {
        StringBuilder query = new StringBuilder();
        for (String table : List.of("bare", "far", "kept", "ticket")) {
            query.append(query.isEmpty() ? "" : " UNION ALL ")
                    .append("SELECT '" + table + "', MIN(id) FROM gf_e2e_back." + table + " WHERE v = 'after'");
        }
        return mysql.rows(query.toString());
    }

    /** The target sends no change of a table that was created after the switch, even if it has the name of a replicated one. */
    @Test
    void returnsOnlyWithoutNamedTablesThatChangedOnTarget() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            for (String table : List.of("kept", "again", "wider", "emptied", "unsent", "renamed")) {
                migration.source(
                        "CREATE TABLE " + table + " (id INT PRIMARY KEY, v VARCHAR(10))",
                        "INSERT INTO " + table + " VALUES (1, 'same')");
            }
            migration.source("CREATE TABLE gone (id INT AUTO_INCREMENT PRIMARY KEY)", "INSERT INTO gone VALUES (1)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            migration.target("CREATE TABLE present (id INTEGER PRIMARY KEY)");
            switchOver(api);
            // MySQL does not get the row, and would not once the table has its former name again
            migration.target("ALTER TABLE renamed RENAME TO moved", "INSERT INTO moved VALUES (2, 'lost')");
            await("the exclusion")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> Servers.target()
                            .rows("SELECT table_name FROM gaussferry.reverse_replication_relation WHERE excluded = 1"
                                    + " AND pipeline = '" + migration.pipeline() + "' ORDER BY 1")
                            .equals(List.of("moved", "renamed")));
            migration.target("ALTER TABLE moved RENAME TO renamed");
            awaitTargetTables(api, "renamed EXCLUDED");
            migration.target(
                    "CREATE TABLE fresh (id INTEGER PRIMARY KEY, span INTERVAL)",
                    // openGauss has no triggers on such a table
                    "CREATE UNLOGGED TABLE loose (id INTEGER PRIMARY KEY)",
                    "DROP TABLE gone",
                    "DROP TABLE again",
                    "CREATE TABLE again (id INTEGER PRIMARY KEY, v VARCHAR(10))",
                    "ALTER TABLE wider ADD COLUMN more INTERVAL");
            String publication = "ALTER PUBLICATION "
                    + Servers.target()
                            .value("SELECT pubname FROM pg_catalog.pg_publication WHERE pubname LIKE 'gaussferry_"
                                    + migration.pipeline() + "%'");
            migration.target(publication + " DROP TABLE unsent");
            awaitTargetTables(
                    api,
                    "again RECREATED",
                    "fresh CREATED",
                    "gone DROPPED",
                    "loose CREATED",
                    "renamed EXCLUDED",
                    "unsent UNPUBLISHED",
                    "wider ALTERED");
            assertThat(api.get("actuator/prometheus").body()).contains("gaussferry_reverse_changed_tables 7.0");
            migration.target(publication + " ADD TABLE unsent");
            awaitTargetTables(
                    api,
                    "again RECREATED",
                    "fresh CREATED",
                    "gone DROPPED",
                    "loose CREATED",
                    "renamed EXCLUDED",
                    "unsent EXCLUDED",
                    "wider ALTERED");
            assertThat(CutoverIT.json(api).path("steps").toString()).contains("gf_e2e_back.fresh was created");
            migration.target("INSERT INTO again VALUES (9, 'lost')", "UPDATE kept SET v = 'target'");
            assertThat(refusedReturn(api, "gf_e2e_back.gone"))
                    .contains("gf_e2e_back.again was dropped and created again")
                    .contains("gf_e2e_back.fresh was created")
                    .contains("--without gf_e2e_back.wider")
                    .doesNotContain("gone");
            assertThat(refusedReturn(api, "gf_e2e_back.nowhere")).contains("no tables [gf_e2e_back.nowhere]");
            migration.target("INSERT INTO fresh VALUES (1)");

            migration.target(
                    "INSERT INTO wider VALUES (2, 'x', '3 days')", "TRUNCATE emptied", "UPDATE kept SET v = 'last'");
            // a restarted daemon knows the same tables
            migration.stop();
            migration.launch();
            Api again = Api.of(migration.daemon());
            CutoverIT.awaitState(again, "SWITCHED", "WATCH");
            back(again, "again", "fresh", "gone", "loose", "renamed", "wider", "emptied", "unsent");
            migration.daemon().awaitReturned();
            assertThatThrownBy(() -> migration.target("INSERT INTO fresh VALUES (2)"))
                    .hasMessageContaining("refuses writes");
            Server mysql = new Server(source.address());
            assertThat(mysql.rows("SELECT v FROM gf_e2e_back.kept")).containsExactly("last");
            assertThat(mysql.rows("SELECT id FROM gf_e2e_back.again")).containsExactly("1");

            assertThat(again.status().path("quarantined").toString())
                    .contains("again", "gone", "wider", "emptied")
                    .doesNotContain("kept");
            assertThat(certificate(migration)).contains("without tables");
            migration.source("INSERT INTO again VALUES (3, 'source')", "UPDATE kept SET v = 'source'");
            for (String table : List.of("again", "gone", "renamed", "wider", "emptied", "unsent")) {
                CommandRun copied = CommandRun.of(
                        "copy",
                        "--config",
                        migration.configuration().toString(),
                        "--table",
                        "gf_e2e_back." + table,
                        "--replace");
                assertThat(copied.exitCode()).as(copied.errors()).isZero();
            }
            String copying =
                    "SELECT table_name FROM gaussferry.table_copy WHERE state NOT IN ('JOINED', 'DONE') AND pipeline = '"
                            + migration.pipeline() + "'";
            await("the copies")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> Servers.target().rows(copying).isEmpty());
            migration.target(
                    "DROP TABLE fresh", "DROP TABLE loose", "DROP TABLE present", "ALTER TABLE wider DROP COLUMN more");
            migration.assertEqualContent();
        }
    }

    private static void awaitTargetTables(Api api, String... expected) {
        await("the changed tables").atMost(Daemon.PATIENCE).untilAsserted(() -> {
            List<String> found = new ArrayList<>();
            CutoverIT.json(api)
                    .path("targetTables")
                    .forEach(table -> found.add(table.path("table").asString("").replace("gf_e2e_back.", "") + " "
                            + table.path("change").asString("")));
            assertThat(found).containsExactly(expected);
        });
    }

    private static String refusedReturn(Api api, String without) throws Exception {
        api.steer(
                "api/cutover/back",
                "{\"operator\": \"ada\", \"reason\": \"it is late\", \"without\": [\"" + without + "\"]}");
        return await("the refusal")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> CutoverIT.json(api).path("problem").asString(""),
                        problem -> problem.contains("could not return"));
    }

    private static void back(Api api, String... without) throws Exception {
        StringBuilder names = new StringBuilder();
        for (String table : without) {
            names.append(names.isEmpty() ? "" : ", ").append("\"gf_e2e_back." + table + "\"");
        }
        api.steer(
                "api/cutover/back",
                "{\"operator\": \"ada\", \"reason\": \"it is late\", \"without\": [" + names + "]}");
    }

    @Test
    void restoresGeometriesWithoutFiringTriggers() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE site (id INT PRIMARY KEY, at POINT NOT NULL SRID 4326, shape GEOMETRY)",
                    "INSERT INTO site VALUES (1, ST_SRID(POINT(1, 2), 4326), POINT(3, 4)), (2, ST_SRID(POINT(5, 6), 4326), NULL)",
                    "CREATE TABLE seen (id INT PRIMARY KEY AUTO_INCREMENT, site INT)",
                    "CREATE TRIGGER site_seen AFTER UPDATE ON site FOR EACH ROW INSERT INTO seen (site) VALUES (NEW.id)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();

            switchOver(api);
            migration.target(
                    "UPDATE site SET at = '" + POINT_7_8 + "', shape = '" + POINT_7_8 + "' WHERE id = 1",
                    "INSERT INTO site VALUES (3, '" + POINT_7_8 + "', NULL)");
            Server mysql = new Server(source.address());
            // the target does not have a column's spatial reference system
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(mysql.rows(
                                    "SELECT id, ST_SRID(at), ST_X(ST_SRID(at, 0)), ST_Y(ST_SRID(at, 0)), ST_AsText(shape)"
                                            + " FROM gf_e2e_back.site ORDER BY id"))
                            .containsExactly(
                                    "1|4326|7.0|8.0|POINT(7 8)", "2|4326|5.0|6.0|null", "3|4326|7.0|8.0|null"));
            // MySQL's triggers do not fire
            assertThat(mysql.value("SELECT COUNT(*) FROM gf_e2e_back.seen")).isEqualTo("0");

            assertThat(certificate(migration)).contains("\"reverseReplication\" : \"ARMED\"");
            migration.daemon().kill();
            dropSlots(migration);
            assertThat(certificate(migration)).contains("\"reverseReplication\" : \"LOST\"");
        }
    }

    @Test
    void reportsObstaclesToReverseReplicationBeforeCutover() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE site (id INT PRIMARY KEY, at POINT)",
                    "INSERT INTO site VALUES (1, POINT(1, 2)), (2, ST_SRID(POINT(1, 2), 4326))",
                    "CREATE TABLE plane (id INT PRIMARY KEY, at POINT)",
                    "INSERT INTO plane VALUES (1, POINT(1, 2)), (2, NULL)",
                    "CREATE TABLE keyless (number INT)",
                    "CREATE TRIGGER counted BEFORE INSERT ON keyless FOR EACH ROW SET NEW.number = NEW.number + 1");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            boolean isPrepared = Servers.targetForm() == TargetForm.DOLPHIN;
            if (isPrepared) {
                // the stand-in accepts none by default
                migration.target("BEGIN; INSERT INTO keyless VALUES (7); PREPARE TRANSACTION 'left'");
            }
            String findings;
            try {
                findings = api.steer("api/cutover/check", "{}").path("findings").toString();
            } finally {
                if (isPrepared) {
                    migration.target("ROLLBACK PREPARED 'left'");
                }
            }
            assertThat(findings).contains(isPrepared ? "waits for prepared transaction \\\"left\\\" in database" : "");
            assertThat(findings)
                    .contains("Column at of table gf_e2e_back.site has a value with reference system 4326")
                    .contains("Table gf_e2e_back.keyless has trigger counted")
                    .doesNotContain("plane");
        }
    }

    private static String certificate(Migration migration) throws Exception {
        Path file = migration.directory().resolve("proof.json");
        Files.deleteIfExists(file);
        CommandRun made = CommandRun.of(
                "certificate", "--config", migration.configuration().toString(), "--out", file.toString());
        assertThat(made.exitCode()).as(made.errors()).isZero();
        return Files.readString(file);
    }

    /** Drops the slots, so that the target no longer retains its log for reverse replication. */
    private static void dropSlots(Migration migration) {
        await("the end of the killed daemon's sessions")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> {
                    Servers.target().rows("SELECT pg_drop_replication_slot(slot_name)" + slots(migration));
                    assertThat(Servers.target().rows("SELECT slot_name" + slots(migration)))
                            .isEmpty();
                });
    }

    private static String slots(Migration migration) {
        return " FROM pg_catalog.pg_replication_slots WHERE slot_name LIKE 'gaussferry_" + migration.pipeline() + "%'";
    }

    static void switchOver(Api api) throws Exception {
        JsonNode started = api.steer("api/cutover/start", START);
        assertThat(started.path("noReverseReplication").asBoolean(true)).isFalse();
        JsonNode end = CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        assertThat(end.path("steps").toString()).contains("tables starts at position");
    }
}
