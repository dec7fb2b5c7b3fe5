package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Objects are proven with the settings that MySQL applies to them: the server's {@code sql_mode} for arguments, and the mode, the collation, the
 * character set and the time zone that are stored with the object.
 */
class ObjectSettingsIT {

    private static final String[] TABLES = {
        "CREATE TABLE item (id INT PRIMARY KEY, code VARCHAR(20), level INT, weight DOUBLE, state ENUM('zz', 'aa') NOT NULL)",
        "INSERT INTO item VALUES (1, 'admin', 300, 0.1, 'aa'), (2, 'ADMIN', 1, 0.2, 'zz'), (3, 'abcdef', 2, 0.3, 'aa')"
    };

    private static final String[] OBJECTS = {
        // arguments that do not fit, among the values of the columns
        "CREATE FUNCTION short_code(p_code VARCHAR(5)) RETURNS VARCHAR(30) NO SQL RETURN p_code",
        "CREATE FUNCTION small_level(p_level TINYINT) RETURNS INT NO SQL RETURN p_level + 1",
        "CREATE PROCEDURE add_item(IN p_id INT, IN p_level SMALLINT) INSERT INTO item VALUES (COALESCE(p_id, 0) + 10, 'new', p_level, 1, 'zz')",
        // the source keeps the first row, the target undoes both
        "CREATE PROCEDURE fail_late(IN p_id INT) BEGIN INSERT INTO item VALUES (COALESCE(p_id, 0) + 20, 'x', 1, 1, 'zz');"
                + " IF p_id = 1 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'late'; END IF; END",
        // must not drop the table of this name
        "CREATE PROCEDURE drop_temporary(IN p_id INT) BEGIN DROP TEMPORARY TABLE IF EXISTS item;"
                + " CREATE TEMPORARY TABLE chosen (id INT); INSERT INTO chosen VALUES (p_id); DELETE FROM item WHERE id IN"
                + " (SELECT id FROM chosen); DROP TEMPORARY TABLE chosen; END",
        "CREATE VIEW total_weight AS SELECT SUM(weight) AS total, COUNT(*) AS items FROM item",
        "CREATE FUNCTION first_code() RETURNS VARCHAR(20) READS SQL DATA BEGIN DECLARE c VARCHAR(20);"
                + " SELECT code INTO c FROM item ORDER BY state, id LIMIT 1; RETURN c; END",
        "CREATE FUNCTION state_number(p_id INT) RETURNS INT READS SQL DATA BEGIN DECLARE n INT;"
                + " SELECT state + 0 INTO n FROM item WHERE id = p_id; RETURN n; END",
        "CREATE FUNCTION emoji() RETURNS ENUM('\uD83D\uDE00', 'a') NO SQL RETURN 'a'",
        "CREATE FUNCTION no_counterpart() RETURNS VARCHAR(90) NO SQL RETURN CONCAT(NOW(), MAKE_SET(1, 'a'))",
        "CREATE FUNCTION is_admin(p_code VARCHAR(10)) RETURNS INT NO SQL BEGIN IF p_code = 'admin' THEN RETURN 1; END IF; RETURN 0; END"
    };

    @Test
    void provesObjectsWithTheirSettings() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_settings", source.address())) {
            migration.source(TABLES);
            migration.source(OBJECTS);
            createAsLatin1(migration);
            String other = migration.addDatabase("_other");
            migration.source(
                    "CREATE TABLE " + other + ".note (id INT PRIMARY KEY)",
                    "CREATE VIEW " + other + ".codes AS SELECT " + migration.database() + ".small_level(1) AS n");
            migration.replicate(migration.database(), other);
            migration.start();
            migration.awaitCaughtUp();
            // on the target the first row becomes the last one that is read
            migration.source("UPDATE item SET code = 'Admin' WHERE id = 1");
            migration.awaitCaughtUp();

            boolean isDolphin = Servers.targetForm() == TargetForm.DOLPHIN;
            CommandRun run = ObjectsIT.objects(migration, "verify", "--execute-on-source", "rollback");
            Map<String, String> states = ObjectsIT.states(run);
            assertThat(states)
                    .as(run.output())
                    .containsEntry("short_code", "EXECUTED")
                    .containsEntry("small_level", "EXECUTED")
                    .containsEntry("add_item", "EXECUTED")
                    .containsEntry("fail_late", "COMPILES")
                    .containsEntry("drop_temporary", "EXECUTED")
                    .containsEntry("total_weight", "COMPILES")
                    .containsEntry("first_code", "EXECUTED")
                    .containsEntry("state_number", "EXECUTED")
                    .containsEntry("emoji", "BY_HAND")
                    .containsEntry("latin", "EXECUTED")
                    .containsEntry("codes", "EXECUTED")
                    .containsEntry("is_admin", isDolphin ? "EXECUTED" : "DIFFERS");
            assertThat(run.output())
                    .contains("only the source keeps the rows that it has changed before its error")
                    .contains("by the order of a sum of floating-point numbers; the rows are otherwise equal");
            if (!isDolphin) {
                // a failure of the target alone is not excused by the time
                assertThat(states).containsEntry("no_counterpart", "DIFFERS");
            }
            assertKeepsOtherDatabases(migration, other);
            assertFollowsTheServersMode(migration);
        }
    }

    /** A session with the settings that {@code check --application --proposed-settings} proposes calls what other sessions call. */
    @Test
    void routinesDoNotDependOnTheSettingsOfTheirCallers() throws Exception {
        assumeTrue(Servers.targetForm() == TargetForm.DOLPHIN, "the stand-in has no such settings");
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_settings", source.address())) {
            migration.source(TABLES);
            migration.source(
                    "CREATE PROCEDURE store(IN p_id INT, IN p_code VARCHAR(20)) BEGIN UPDATE item SET code = CONCAT(p_code, '\\\\', \"it's\")"
                            + " WHERE id = p_id; COMMIT; UPDATE item SET level = 5 WHERE code LIKE '%it''s' AND id = p_id; END",
                    "CREATE FUNCTION coded(p_id INT) RETURNS VARCHAR(30) READS SQL DATA RETURN"
                            + " (SELECT CONCAT(code, '\\\\n', level) FROM item WHERE id = p_id)",
                    "CREATE VIEW coded_items AS SELECT id, CONCAT(code, '\\\\', state) AS c FROM item");
            migration.start();
            migration.awaitCaughtUp();
            JsonNode objects = JsonMapper.builder()
                    .build()
                    .readTree(ObjectsIT.objects(migration, "verify").output())
                    .path("objects");
            for (JsonNode object : objects) {
                for (JsonNode sql : object.path("target")) {
                    migration.target(sql.asString());
                }
            }
            try (Connection target = migration.openTarget();
                    Statement statement = target.createStatement()) {
                for (String setting : List.of(
                        "dolphin.sql_mode = 'sql_mode_strict'",
                        "dolphin.lower_case_table_names = 0",
                        "standard_conforming_strings = off",
                        "escape_string_warning = off")) {
                    statement.execute("SET " + setting);
                }
                statement.execute("CALL store(1, 'a')");
            }
            assertThat(migration.targetRows("SELECT code, level FROM item WHERE id = 1"))
                    .containsExactly("a\\it's|5");
            try (Connection target = migration.openTarget();
                    Statement statement = target.createStatement()) {
                statement.execute("SET dolphin.sql_mode = 'sql_mode_strict'");
                statement.execute("SET standard_conforming_strings = off");
                try (ResultSet row = statement.executeQuery("SELECT coded(1), c FROM coded_items WHERE id = 1")) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).isEqualTo("a\\it's\\n5");
                    assertThat(row.getString(2)).isEqualTo("a\\it's\\aa");
                }
            }
        }
    }

    /** Creates a function as a client with another character set does. */
    private static void createAsLatin1(Migration migration) throws Exception {
        try (Connection latin = DriverManager.getConnection(
                        migration.sourceAddress().url().replaceFirst("\\?", "?characterEncoding=ISO-8859-1&"),
                        migration.sourceAddress().user(),
                        migration.sourceAddress().password());
                Statement statement = latin.createStatement()) {
            String member = new String(new byte[] {(byte) 0xE4}, StandardCharsets.ISO_8859_1);
            statement.execute("USE " + migration.database());
            statement.execute(
                    "CREATE FUNCTION latin(p ENUM('" + member + "', 'b')) RETURNS VARCHAR(9) CHARSET utf8mb4 NO SQL"
                            + " RETURN CASE p WHEN '" + member + "' THEN '" + member + member + "' ELSE p END");
        }
    }

    /** A verification of one database keeps the outcomes of the others. */
    private static void assertKeepsOtherDatabases(Migration migration, String other) throws Exception {
        migration.source("DROP FUNCTION small_level");
        migration.replicate(migration.database());
        ObjectsIT.objects(migration, "verify");
        migration.replicate(migration.database(), other);
        CommandRun list = CommandRun.of(
                "objects", "list", "--config", migration.configuration().toString());
        assertThat(list.output())
                .contains("compiles  view      " + other + ".codes")
                .contains("outdated: function " + migration.database() + ".small_level, which it uses, has changed");
    }

    /** Sessions that are not strict change arguments, and the bodies remain strict. */
    private static void assertFollowsTheServersMode(Migration migration) throws Exception {
        migration.source("SET GLOBAL sql_mode = ''");
        // a database that no proof has created is not touched
        String other = "gaussferry_proof_" + migration.pipeline();
        migration.source("CREATE DATABASE " + other, "CREATE PROCEDURE commits() COMMIT");
        CommandRun run = ObjectsIT.objects(migration, "verify", "--execute-on-source", "copy");
        assertThat(ObjectsIT.states(run))
                .as(run.output())
                .containsEntry("short_code", "EXECUTED")
                .containsEntry("commits", "COMPILES");
        if (Servers.targetForm() == TargetForm.DOLPHIN) {
            assertThat(run.output()).contains(other + " or " + other + "_rows exists, and no proof has created it");
        }
        migration.source("DROP DATABASE " + other);
        assertThat(run.output()).containsPattern("short_code\"[^}]*\"detail\" : \"\\d+ calls equal\"");
    }
}
