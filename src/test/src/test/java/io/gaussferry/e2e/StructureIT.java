package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies that the comparison of structure names every change that a user makes in the target's catalogs, and reports nothing for tables that
 * Gaussferry has created or changed by the source's statements.
 */
class StructureIT {

    private static final String START =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"%s\"}";

    @Test
    void findsNoDifferenceInCreatedAndFollowedTables() throws Exception {
        try (Migration migration = withEverything()) {
            migration.start();
            migration.awaitCaughtUp();
            assertThat(structure(migration)).isEmpty();
            migration.source(
                    "ALTER TABLE child ADD COLUMN more VARCHAR(30) NOT NULL DEFAULT 'x', ADD UNIQUE KEY pair (n, more)",
                    "ALTER TABLE child ADD KEY plain (more, n), MODIFY n BIGINT UNSIGNED",
                    "ALTER TABLE child DROP FOREIGN KEY to_parent",
                    "ALTER TABLE child ADD CONSTRAINT again FOREIGN KEY (parent) REFERENCES parent (id)",
                    "ALTER TABLE all_kinds MODIFY state ENUM('new','done','it''s','more'), ADD UNIQUE KEY start (note(7))",
                    "ALTER TABLE all_kinds RENAME COLUMN note TO remark, ADD COLUMN note INT NULL",
                    "CREATE TABLE later LIKE child",
                    "RENAME TABLE later TO last_one");
            migration.awaitCaughtUp();
            assertThat(structure(migration)).isEmpty();
        }
    }

    private static List<String> structure(Migration migration) throws Exception {
        VerifyRun run = VerifyRun.of(migration, "--json");
        assertThat(run.exitCode()).as(run::toString).isZero();
        return run.structure();
    }

    private static Migration withEverything() throws Exception {
        Migration migration = Migration.of("gf_e2e_structure");
        migration.source(
                "CREATE TABLE parent (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, UNIQUE KEY by_name (name))",
                "CREATE TABLE child (id INT AUTO_INCREMENT PRIMARY KEY, n INT UNSIGNED NULL, parent INT,"
                        + " CONSTRAINT to_parent FOREIGN KEY (parent) REFERENCES parent (id),"
                        + " KEY descending (n DESC, id))",
                "CREATE TABLE all_kinds (a INT NOT NULL, b CHAR(3) NOT NULL, note VARCHAR(40), body TEXT,"
                        + " state ENUM('new','done','it''s') NOT NULL DEFAULT 'new', flags SET('x','y'),"
                        + " price DECIMAL(12,3) UNSIGNED, doubled DECIMAL(13,3) AS (price * 2) STORED, at DATETIME(3),"
                        + " bytes VARBINARY(30), PRIMARY KEY (b, a), UNIQUE KEY first_bytes (bytes(5)),"
                        + " KEY start_of_body (body(20)), CONSTRAINT a_range CHECK (a BETWEEN -5 AND 1000),"
                        + " FULLTEXT KEY words (body))",
                "CREATE TABLE parts (id INT, day DATE, v VARCHAR(10), PRIMARY KEY (id, day)) PARTITION BY RANGE"
                        + " (TO_DAYS(day)) (PARTITION p0 VALUES LESS THAN (738000), PARTITION p1 VALUES LESS THAN MAXVALUE)",
                "CREATE TABLE keyless (a INT, b VARCHAR(10))",
                "INSERT INTO parent VALUES (1, 'one')",
                "INSERT INTO child VALUES (1, 1, 1)");
        return migration;
    }

    @Test
    void reportsChangesMadeOnTarget() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_structure")) {
            for (String table : List.of(
                    "dropped", "moved", "nullable", "strict", "narrow", "extra", "columns", "deferred", "partial")) {
                migration.source("CREATE TABLE t_" + table
                        + " (id INT PRIMARY KEY, c1 INT NOT NULL, n1 INT NULL, note VARCHAR(20), UNIQUE KEY u (c1))");
            }
            migration.source(
                    "CREATE TABLE t_members (id INT PRIMARY KEY, state ENUM('a','b'))",
                    "CREATE TABLE t_default (id INT PRIMARY KEY, more INT DEFAULT 7, name VARCHAR(20) DEFAULT 'a')",
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT,"
                            + " CONSTRAINT gone FOREIGN KEY (parent) REFERENCES parent (id))",
                    "CREATE TABLE other (id INT PRIMARY KEY, parent INT,"
                            + " CONSTRAINT acting FOREIGN KEY (parent) REFERENCES parent (id))");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(structure(migration)).isEmpty();
            migration.target(
                    "DROP INDEX t_dropped_u",
                    "DROP INDEX t_moved_u",
                    "CREATE UNIQUE INDEX t_moved_u ON t_moved (n1)",
                    "ALTER TABLE t_nullable ALTER COLUMN c1 DROP NOT NULL",
                    "ALTER TABLE t_strict ALTER COLUMN n1 SET NOT NULL",
                    "ALTER TABLE t_narrow ALTER COLUMN note TYPE varchar(10)",
                    "ALTER TABLE t_narrow ALTER COLUMN n1 TYPE bigint",
                    "CREATE UNIQUE INDEX added ON t_extra (n1, note)",
                    "CREATE INDEX harmless ON t_extra (note)",
                    "ALTER TABLE t_columns ADD COLUMN mine integer",
                    "ALTER TABLE t_default ALTER COLUMN more SET DEFAULT 8",
                    "ALTER TABLE t_default ALTER COLUMN name SET DEFAULT 'b'",
                    "DROP INDEX t_deferred_u",
                    "ALTER TABLE t_deferred ADD CONSTRAINT later UNIQUE (c1) DEFERRABLE INITIALLY DEFERRED",
                    "DROP INDEX t_partial_u",
                    "CREATE UNIQUE INDEX t_partial_u ON t_partial (c1) WHERE c1 > 0",
                    "ALTER TABLE t_members DROP COLUMN state",
                    "CREATE TYPE members AS ENUM ('b', 'a')",
                    "ALTER TABLE t_members ADD COLUMN state members CHECK (state::text IN ('a', 'b', ''))",
                    "ALTER TABLE child DROP CONSTRAINT gone",
                    "ALTER TABLE other DROP CONSTRAINT acting",
                    "ALTER TABLE other ADD CONSTRAINT acting FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE");
            String parent = "(parent) to " + migration.database() + ".parent (id)";
            VerifyRun run = VerifyRun.of(migration, "--json");
            assertThat(run.structure())
                    .as(run::toString)
                    // dolphin gives a column that gets another type the default collation
                    .filteredOn(finding -> !finding.startsWith("note t_narrow: column note has collation default"))
                    // of the type of the target, which needs no check on dolphin
                    .filteredOn(finding -> !finding.startsWith("note t_members: check t_members_state_check exists"))
                    .containsExactly(
                            "difference child: foreign key gone " + parent + " is missing on the target",
                            "difference other: foreign key acting " + parent
                                    + " has no action on the source and ON DELETE CASCADE on the target",
                            "difference t_deferred: unique key u (c1) is deferrable on the target",
                            "difference t_dropped: unique key u (c1) is missing on the target",
                            "difference t_extra: unique index added (n1, note) does not exist on the source",
                            "difference t_members: column state has its members in another order on the target: 'b', 'a'",
                            "difference t_moved: unique index t_moved_u (n1) does not exist on the source",
                            "difference t_moved: unique key u (c1) is missing on the target",
                            "difference t_narrow: column note is varchar(20) on the source and character varying(10) on the"
                                    + " target, which holds at most 10 characters, not 20",
                            "difference t_nullable: column c1 is NOT NULL on the source but not on the target",
                            "difference t_partial: unique key u (c1) covers only some rows on the target",
                            "difference t_strict: column n1 is NOT NULL on the target but not on the source",
                            "note t_columns: column mine exists on the target only",
                            "note t_default: column more has the default 8 on the target, and would be created with '7'",
                            "note t_default: column name has the default 'b'::character varying on the target, and would be"
                                    + " created with 'a'");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.differences()).isEmpty();
            VerifyRun some = VerifyRun.of(migration, "--tables", migration.database() + ".t_moved");
            assertThat(some.exitCode()).as(some::toString).isEqualTo(1);
            assertThat(some.output())
                    .contains("structure  table " + migration.database()
                            + ".t_moved: unique key u (c1) is missing on the target")
                    .contains("structure of 1 tables compared, 2 different")
                    .doesNotContain("t_dropped");
        }
    }

    @Test
    void reportsUniqueKeyThatDistinguishesOtherStrings() throws Exception {
        assumeFalse(Servers.sandbox().targetIsStandIn(), "the stand-in's columns have the default collation");
        try (Migration migration = Migration.of("gf_e2e_structure")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20) CHARACTER SET utf8mb4"
                    + " COLLATE utf8mb4_general_ci, UNIQUE KEY by_name (name))");
            migration.start();
            migration.awaitCaughtUp();
            migration.target(
                    "DROP INDEX item_by_name", "CREATE UNIQUE INDEX item_by_name ON item (name COLLATE \"C\")");
            assertThat(VerifyRun.of(migration, "--json").structure())
                    .containsExactly("difference item: unique key by_name (name) has another collation than its columns"
                            + " on the target");
        }
    }

    /** Rows that such a part changes, hides or loses are compared only until then. */
    @Test
    void reportsPartsThatChangeRowsOfTarget() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_structure")) {
            List<String> names = List.of("fires", "later", "silent", "ruled", "hidden", "hiding", "unlogged");
            for (String table : names) {
                migration.source("CREATE TABLE t_" + table + " (id INT PRIMARY KEY, note VARCHAR(20))");
            }
            migration.start();
            migration.awaitCaughtUp();
            assertThat(structure(migration)).isEmpty();
            boolean standIn = Servers.sandbox().targetIsStandIn();
            String policy = standIn ? "CREATE POLICY" : "CREATE ROW LEVEL SECURITY POLICY";
            migration.target(
                    "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS"
                            + " 'BEGIN NEW.note := upper(NEW.note); RETURN NEW; END'",
                    "CREATE TRIGGER shouts BEFORE INSERT ON t_fires FOR EACH ROW EXECUTE PROCEDURE shout()",
                    "CREATE TRIGGER replica BEFORE INSERT ON t_later FOR EACH ROW EXECUTE PROCEDURE shout()",
                    "ALTER TABLE t_later ENABLE REPLICA TRIGGER replica",
                    "CREATE TRIGGER disabled BEFORE INSERT ON t_silent FOR EACH ROW EXECUTE PROCEDURE shout()",
                    "ALTER TABLE t_silent DISABLE TRIGGER disabled",
                    "CREATE RULE nothing AS ON UPDATE TO t_ruled DO INSTEAD NOTHING",
                    policy + " ids ON t_hidden USING (id > 1)",
                    "ALTER TABLE t_hidden ENABLE ROW LEVEL SECURITY",
                    policy + " ids ON t_hiding USING (id > 1)",
                    "ALTER TABLE t_hiding ENABLE ROW LEVEL SECURITY",
                    "ALTER TABLE t_hiding FORCE ROW LEVEL SECURITY",
                    "CREATE UNLOGGED TABLE other (LIKE t_unlogged INCLUDING ALL)",
                    "DROP TABLE t_unlogged",
                    "ALTER TABLE other RENAME TO t_unlogged");
            VerifyRun run = VerifyRun.of(migration, "--json");
            assertThat(run.structure())
                    .as(run::toString)
                    .containsExactly(
                            "difference t_fires: trigger shouts on the target fires for replicated rows",
                            "difference t_hiding: row-level security is forced on the target: it can hide and refuse rows",
                            "difference t_later: trigger replica on the target fires for replicated rows",
                            "difference t_ruled: rule nothing on the target changes statements of replication",
                            "difference t_unlogged: the target does not log its rows: a crash of the target removes them",
                            "note t_hidden: row-level security is enabled on the target: it can hide rows from other"
                                    + " accounts than the owner");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    /** Guards the trigger query in {@code StructureReader}: a catalog also contains a foreign key that has no effect. */
    @Tag("long")
    @Test
    void reportsDisabledForeignKeyAsMissing() throws Exception {
        try (Migration migration = withEverything()) {
            migration.start();
            migration.awaitCaughtUp();
            assumeTrue(isSwitchedOff(migration), "the target's account may not disable system triggers");
            assertThat(VerifyRun.of(migration, "--json").structure())
                    .containsExactly("difference child: foreign key to_parent (parent) to " + migration.database()
                            + ".parent (id) is disabled on the target");
        }
    }

    private static boolean isSwitchedOff(Migration migration) {
        try {
            migration.target("ALTER TABLE child DISABLE TRIGGER ALL");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** An existing table that the start accepts may be more permissive, but not stricter. */
    @Tag("long")
    @Test
    void allowsMorePermissiveExistingTable() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_structure")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, n INT NOT NULL, state ENUM('a','b'), UNIQUE KEY u (n))",
                    "INSERT INTO item VALUES (1, 1, 'a')");
            Servers.target().execute("CREATE SCHEMA " + migration.database());
            migration.target("CREATE TABLE item (id bigint PRIMARY KEY, n numeric, state text)");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(structure(migration)).isNotEmpty().allMatch(found -> found.startsWith("note item: "));
            migration.target("CREATE UNIQUE INDEX added ON item (state)");
            assertThat(VerifyRun.of(migration, "--json").structure())
                    .contains("difference item: unique index added (state) does not exist on the source");
        }
    }

    /** A misinterpreted statement is wrong in the definition and on the target: only the source's catalog reveals it. */
    @Test
    void reportsDefinitionThatDiffersFromSource() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_structure")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, c1 INT NOT NULL, n1 INT NOT NULL, UNIQUE KEY u (c1))",
                    "INSERT INTO item VALUES (1, 1, 1)");
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            migration.target(
                    "UPDATE gaussferry.table_history SET definition = replace(replace(replace(definition, 'name=c1', 'name=X'),"
                            + " 'name=n1', 'name=c1'), 'name=X', 'name=n1') WHERE pipeline = '" + migration.pipeline()
                            + "'",
                    "DROP INDEX item_u",
                    "CREATE UNIQUE INDEX item_u ON item (n1)");
            VerifyRun run = VerifyRun.of(migration, "--json");
            assertThat(run.exitCode()).as(run::toString).isEqualTo(1);
            assertThat(run.structure())
                    .contains("difference item: unique key (c1) is present in the source's catalog, but missing in the"
                            + " definition that replay uses");
        }
    }

    /** A statement that replay has not reached is not a difference: the table is undecided. */
    @Test
    void ignoresStatementNotYetReplayed() throws Exception {
        try (Migration migration = withEverything()) {
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            migration.source("ALTER TABLE parent DROP KEY by_name, ADD COLUMN more INT");
            VerifyRun behind = VerifyRun.of(migration, "--json");
            assertThat(behind.exitCode()).as(behind::toString).isEqualTo(2);
            assertThat(behind.structure()).isEmpty();
            migration.start();
            migration.awaitCaughtUp();
            assertThat(structure(migration)).isEmpty();
        }
    }

    @Test
    void reportsDifferenceInRoundsAndRejectsCutover() throws Exception {
        Servers.assumeMySql("MariaDB has no super_read_only");
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_structure", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, c1 INT, UNIQUE KEY u (c1))",
                    "INSERT INTO item VALUES (1, 1)");
            Daemon daemon = migration.start();
            Api api = Api.of(daemon);
            migration.awaitCaughtUp();
            migration.target("DROP INDEX item_u");
            api.steer("api/cutover/start", String.format(START, "FULL"));
            assertThat(rolledBack(api)).contains("VERIFY").contains("item: unique key u (c1) is missing on the target");

            api.steer("api/verify", "{\"share\": 100}");
            await().atMost(Daemon.PATIENCE)
                    .until(() -> api.status()
                                    .path("verification")
                                    .path("structureDifferences")
                                    .asInt(0)
                            == 1);
            assertThat(api.status().path("state").asString("")).isEqualTo("DIVERGED");
            assertThat(api.get("actuator/prometheus").body()).contains("gaussferry_verify_structure_differences 1.0");
            assertThat(daemon.errors())
                    .contains("The structure differs: table " + migration.database()
                            + ".item: unique key u (c1) is missing");

            migration.target("CREATE UNIQUE INDEX item_u ON item (c1)");
            api.steer("api/verify", "{\"share\": 100}");
            await().atMost(Daemon.PATIENCE)
                    .until(() -> api.status()
                                    .path("verification")
                                    .path("structureDifferences")
                                    .asInt(1)
                            == 0);
            api.steer("api/cutover/start", String.format(START, "CHANGED"));
            await().atMost(Daemon.PATIENCE)
                    .until(() -> cutover(api).path("state").asString("").equals("SWITCHED"));
            assertThat(Servers.target()
                            .rows("SELECT rtrim(fact) FROM gaussferry.cutover_fact WHERE pipeline = '"
                                    + migration.pipeline() + "' AND name = 'structure'"))
                    .containsExactly("1 tables: columns, types, nullability, keys, indexes, foreign keys and checks"
                            + " compared, 0 differences");
        }
    }

    private static JsonNode cutover(Api api) throws Exception {
        return api.show("api/cutover");
    }

    private static String rolledBack(Api api) throws Exception {
        await().atMost(Daemon.PATIENCE)
                .until(() -> cutover(api).path("state").asString("").equals("ROLLED_BACK"));
        return cutover(api).path("reason").asString("");
    }
}
