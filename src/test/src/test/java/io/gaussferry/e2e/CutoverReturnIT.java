package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies that contents are compared before writers return to the source, and by {@code verify} and the daemon's rounds while the target is written.
 * Guards: {@code ReturnToSource}, {@code IdleSidesWatch}, {@code ReverseReplicationWatch}, {@code VersionProof}, {@code ContinuousVerification}.
 */
class CutoverReturnIT {

    @Test
    void rejectsReturnToDifferingSource() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = migration(source)) {
            List<String> tables = TypedKeyTables.create(migration);
            migration.source("CREATE TABLE untouched (id INT PRIMARY KEY, note VARCHAR(20))");
            migration.source("INSERT INTO untouched VALUES (1, 'same')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            switchOver(api, "FULL");
            for (String table : tables) {
                migration.target("UPDATE " + table + " SET note = 'changed' WHERE n = 5");
            }
            awaitBrought(source, migration, tables.get(tables.size() - 1));
            for (String table : tables) {
                withoutBinlog(migration, "UPDATE " + table + " SET other = 'corrupted' WHERE n = 5");
            }
            String problem = refusedReturn(api, "CHANGED");
            assertThat(problem).contains(tables.size() + " rows differ").contains("cutover back --verify counts");
            migration.target("UPDATE untouched SET note = 'still written to' WHERE id = 1");

            for (String table : tables) {
                withoutBinlog(migration, "UPDATE " + table + " SET other = 'same' WHERE n = 5");
            }
            // a full comparison finds a row that is unchanged since the switch
            withoutBinlog(migration, "UPDATE t0 SET other = 'corrupted' WHERE n = 6");
            assertThat(refusedReturn(api, "FULL")).contains("1 rows differ: 1 in " + migration.database() + ".t0");
            api.steer(
                    "api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\", \"verify\": \"CHANGED\"}");
            migration.daemon().awaitReturned();
            // the changed rows were compared before the target refused writes
            assertThat(migration.daemon().errors())
                    .contains("Before writers are refused: " + (tables.size() + 1) + " rows compared")
                    .contains("no row has changed since all tables were found equal");
        }
    }

    @Tag("long")
    @Test
    void comparesAllContentBeforeReturnIfNotComparedBeforeSwitch() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = migration(source)) {
            TypedKeyTables.create(migration);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            switchOver(api, "COUNTS");
            withoutBinlog(migration, "UPDATE t0 SET other = 'corrupted' WHERE n = 6");
            assertThat(refusedReturn(api, "CHANGED")).contains("1 rows differ");
            // the operator may decide
            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"we know\", \"verify\": \"COUNTS\"}");
            migration.daemon().awaitReturned();
        }
    }

    @Tag("long")
    @Test
    void comparesWhileTargetIsWritten() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = migration(source)) {
            migration.verifySetting("share: 100");
            migration.source(
                    "CREATE TABLE hot (id INT PRIMARY KEY, number INT NOT NULL, note VARCHAR(20))",
                    "CREATE TABLE keyless (number INT)",
                    "INSERT INTO keyless VALUES (-1), (-1)");
            for (int id = 1; id <= 300; id++) {
                migration.source("INSERT INTO hot VALUES (" + id + ", 0, 'same')");
            }
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            switchOver(api, "COUNTS");
            AtomicBoolean done = new AtomicBoolean();
            AtomicLong written = new AtomicLong();
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try {
                Future<?> writer = thread.submit(() -> write(migration, done, written));
                await().atMost(Daemon.PATIENCE).until(() -> written.get() > 50);
                commandComparesDuringReverseReplication(migration, written);
                daemonComparesDuringReverseReplication(migration, api, written);
                done.set(true);
                writer.get();
            } finally {
                done.set(true);
                thread.shutdown();
            }

            migration.stop();
            migration.launch();
            Api again = Api.of(migration.daemon());
            // the return need not compare tables that a round found equal
            await().atMost(Daemon.PATIENCE)
                    .until(() -> again.status()
                                    .path("reverseReplication")
                                    .path("lagSeconds")
                                    .asDouble(-1)
                            == 0);
            assertThat(awaitRounds(again).path("differences").asLong(-1)).isZero();
            again.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\"}");
            migration.daemon().awaitReturned();
            assertThat(migration.daemon().errors()).contains("no row has changed since all tables were found equal");
            await().atMost(Daemon.PATIENCE)
                    .until(() ->
                            again.status().path("verification").path("rounds").asLong() > 0);
        }
    }

    /**
     * Applications of the target spell values in their own way, and do not name generated columns. The target does not compute these, because
     * they divide. Each row of {@code spelled} has one
     * type's other spelling; a part of the documents is stored otherwise by MySQL.
     */
    @Test
    void returnsValuesThatMySqlSpellsOrComputesItself() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = migration(source)) {
            migration.verifySetting("share: 100");
            createSpellingsAndGeneratedColumns(migration);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            String database = migration.database();
            assertThat(api.steer("api/cutover/check", "{}").path("findings").toString())
                    .contains("does not compute the generated columns of table " + database + ".line: total, label.");
            switchOver(api, "FULL");
            writeSpellingsAndBaseColumns(migration);
            Server mysql = new Server(source.address());
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(mysql.value("SELECT COUNT(*) FROM " + database + ".marker"))
                            .isEqualTo("1"));
            assertThat(mysql.rows("SELECT total, label FROM " + database + ".line ORDER BY id"))
                    .containsExactly("6.00|n4", "22.50|n9", "5.00|n5");
            assertThat(mysql.value("SELECT j FROM " + database + ".doc WHERE id = 10"))
                    .isEqualTo("{\"a\": 2}");

            VerifyRun equal = VerifyRun.of(migration);
            assertThat(equal.exitCode()).as(equal::toString).isZero();
            assertThat(equal.output())
                    .contains("generated columns of table " + database + ".line were not compared")
                    .contains(database + ".doc, row id = 10, columns j")
                    .contains(database + ".keyless, row without a key, columns j");
            assertThat(awaitRounds(api).path("differences").asLong(-1)).isZero();
            // a value that differs is still found
            withoutBinlog(migration, "UPDATE doc SET j = JSON_SET(j, '$.id', 2) WHERE id = 20");
            assertThat(refusedReturn(api, "FULL")).contains("1 rows differ: 1 in " + database + ".doc");
            withoutBinlog(migration, "UPDATE doc SET j = JSON_SET(j, '$.id', 1) WHERE id = 20");

            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\", \"verify\": \"FULL\"}");
            migration.daemon().awaitReturned();
            assertThat(migration.daemon().errors())
                    .contains("not compared, because only MySQL computes them: " + database + ".keyless_line.twice, "
                            + database + ".line.total, " + database + ".line.label, " + database + ".long_line.twice")
                    .contains("MySQL's values of generated columns written to 6 rows of the target");
            assertThat(migration.targetRows("SELECT id, qty, total, label FROM line ORDER BY id"))
                    .containsExactly("1|4|6.00|n4", "2|9|22.50|n9", "4|5|5.00|n5");
            assertThat(migration.targetRows("SELECT id, twice FROM long_line WHERE twice <> 2 * id"))
                    .containsExactly("7|140", "201|18");
            assertThat(migration.targetRows("SELECT n, twice FROM keyless_line ORDER BY n"))
                    .containsExactly("1|2", "4|8", "5|10");

            // the sides are equal in the other direction too
            Api forward = Api.of(migration.daemon());
            migration.source("INSERT INTO line (qty, price) VALUES (6, 1)");
            migration.awaitCaughtUp();
            VerifyRun after = VerifyRun.of(migration);
            assertThat(after.exitCode()).as(after::toString).isZero();
            assertThat(awaitRounds(forward).path("differences").asLong(-1)).isZero();
        }
    }

    private static void createSpellingsAndGeneratedColumns(Migration migration) throws Exception {
        migration.source(
                "CREATE TABLE line (id INT AUTO_INCREMENT PRIMARY KEY, qty INT NOT NULL, price DECIMAL(10,2) NOT NULL,"
                        + " total DECIMAL(12,2) AS (qty * price / 1) STORED,"
                        + " label VARCHAR(40) AS (CONCAT('n', ROUND(qty / 1))) VIRTUAL,"
                        + " changed TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),"
                        + " KEY by_label (label))",
                "INSERT INTO line (qty, price) VALUES (1, 1.50), (2, 2.50), (3, 3.50)",
                "CREATE TABLE long_line (id INT PRIMARY KEY, qty INT, twice INT AS (2 * qty / 1) VIRTUAL)",
                "INSERT INTO long_line (id, qty) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
                        + " SELECT i, i FROM n",
                "CREATE TABLE keyless_line (n INT, twice INT AS (2 * n / 1) STORED)",
                "INSERT INTO keyless_line (n) VALUES (1), (2)",
                "CREATE TABLE doc (id INT PRIMARY KEY, j JSON)",
                "INSERT INTO doc VALUES (1, '{\"b\": 1, \"a\": 1.10}'), (2, '[1, 2]'), (3, NULL),"
                        + " (4, JSON_OBJECT('at', CAST('2026-01-02 03:04:05' AS DATETIME))), (5, '{\"x\": 18446744073709551615}'),"
                        + " (6, CAST(1.10 AS JSON))",
                "CREATE TABLE keyless (n INT, j JSON)",
                "INSERT INTO keyless VALUES (1, '{\"k\": 1.0, \"l\": \"x\"}'), (1, '{\"k\": 1, \"l\": \"x\"}'), (2, 'null')",
                "CREATE TABLE spelled (id INT PRIMARY KEY, f FLOAT, d DOUBLE, n DECIMAL(10,2), t TIME(3), c CHAR(5), b BINARY(4),"
                        + " y YEAR, at DATETIME(3), ts TIMESTAMP(3) NULL, bits BIT(4), s SET('c','b','a'), e ENUM('x','y'))",
                "CREATE TABLE marker (id INT PRIMARY KEY)");
        migration.source("UPDATE line SET qty = 4 WHERE id = 1");
    }

    private static void writeSpellingsAndBaseColumns(Migration migration) throws Exception {
        migration.target(
                "INSERT INTO line (qty, price) VALUES (5, 1.00)",
                "UPDATE line SET qty = 9 WHERE id = 2",
                "DELETE FROM line WHERE id = 3",
                "UPDATE long_line SET qty = 70 WHERE id = 7",
                "INSERT INTO long_line (id, qty) VALUES (201, 9)",
                "INSERT INTO keyless_line (n) VALUES (3)",
                "UPDATE keyless_line SET n = 4 WHERE n = 2",
                "UPDATE keyless_line SET n = 5 WHERE n = 3",
                "INSERT INTO doc VALUES (20, '{\"name\":\"x\",\"id\":1}'), (10, '{\"a\": 1, \"a\": 2}'),"
                        + " (11, '  {\"z\":1,  \"a\" : {\"y\":[ ]} }'), (12, '1e2'), (13, '-0'), (14, '-0.0'), (15, '1.0'),"
                        + " (16, '\"\\u0041\\u00e9\\ud83d\\ude00\"'), (17, 'true')",
                "UPDATE doc SET j = '{\"a\": 1.1, \"b\": 1}' WHERE id = 1",
                "DELETE FROM keyless WHERE j::text LIKE '%1.0%'",
                "UPDATE keyless SET n = 3 WHERE n = 2",
                "INSERT INTO keyless VALUES (4, '{\"k\":1,\"k\":2}')",
                "INSERT INTO spelled (id, f) VALUES (1, 0.1)",
                "INSERT INTO spelled (id, d) VALUES (2, 1e20)",
                "INSERT INTO spelled (id, n) VALUES (3, 1.5)",
                "INSERT INTO spelled (id, t) VALUES (4, '1:02:03.5')",
                "INSERT INTO spelled (id, c) VALUES (5, 'ab ')",
                "INSERT INTO spelled (id, b) VALUES (6, '\\x6162')",
                "INSERT INTO spelled (id, y) VALUES (7, 2024)",
                "INSERT INTO spelled (id, at) VALUES (8, '2024-02-29 01:02:03.1')",
                "INSERT INTO spelled (id, ts) VALUES (9, '2024-02-29 03:02:03+02')",
                "INSERT INTO spelled (id, bits) VALUES (10, B'0101')",
                "INSERT INTO spelled (id, s) VALUES (11, 'a,c')",
                "INSERT INTO spelled (id, e) VALUES (12, 'y')",
                "INSERT INTO marker VALUES (1)");
    }

    /** Changes rows of the source outside replication, and leaves them so. */
    private static void commandComparesDuringReverseReplication(Migration migration, AtomicLong written)
            throws Exception {
        long before = written.get();
        VerifyRun equal = VerifyRun.of(migration);
        assertThat(equal.exitCode()).as(equal::toString).isZero();
        assertThat(equal.output()).contains("the source follows it");
        assertThat(written.get()).isGreaterThan(before);
        assertThat(awaitRounds(Api.of(migration.daemon())).path("differences").asLong(-1))
                .isZero();

        withoutBinlog(
                migration,
                "UPDATE hot SET note = 'corrupted' WHERE id = 299",
                "DELETE FROM hot WHERE id = 300",
                "INSERT INTO hot VALUES (-7, 0, 'extra')",
                "INSERT INTO keyless VALUES (-1)");
        VerifyRun different = VerifyRun.of(migration, "--json");
        assertThat(different.differences())
                .containsExactly(
                        "different hot {\"id\":\"299\"} [note]",
                        "extra hot {\"id\":\"300\"} []",
                        "missing hot {\"id\":\"-7\"} []",
                        "missing keyless {} []");
        VerifyRun repair = VerifyRun.of(migration, "--repair");
        assertThat(repair.exitCode()).isEqualTo(2);
        assertThat(repair.errors()).contains("the target is the primary side");
    }

    private static void daemonComparesDuringReverseReplication(Migration migration, Api api, AtomicLong written)
            throws Exception {
        long before = written.get();
        JsonNode different = awaitRounds(api);
        assertThat(different.path("differences").asLong(-1)).isEqualTo(4);
        assertThat(different.path("undecidedTables").asLong(-1)).isZero();
        assertThat(migration.daemon().errors())
                .contains("The source differs: table " + migration.database()
                        + ".hot, row id = 299: different values in note")
                .contains("The source differs: table " + migration.database()
                        + ".hot, row id = 300: missing on the source")
                .contains("The source differs: table " + migration.database()
                        + ".hot, row id = -7: missing on the target")
                .contains("The source differs: table " + migration.database() + ".keyless, row without a key")
                .doesNotContain("The target differs");
        withoutBinlog(
                migration,
                "UPDATE hot SET note = 'same' WHERE id = 299",
                "INSERT INTO hot VALUES (300, 0, 'same')",
                "DELETE FROM hot WHERE id = -7",
                "DELETE FROM keyless WHERE number = -1 LIMIT 1");
        assertThat(awaitRounds(api).path("differences").asLong(-1)).isZero();
        assertThat(written.get()).isGreaterThan(before);
    }

    /** Returns the comparison's status when a round that started after the call is complete. */
    private static JsonNode awaitRounds(Api api) throws Exception {
        long before = api.status().path("verification").path("rounds").asLong();
        return await("rounds")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.status().path("verification"),
                        now -> now.path("rounds").asLong() >= before + 2);
    }

    /** Updates every row above a given one repeatedly, and inserts and deletes rows. */
    private static Void write(Migration migration, AtomicBoolean done, AtomicLong written) throws Exception {
        try (Connection connection = migration.openTarget();
                Statement statement = connection.createStatement()) {
            for (int number = 1; !done.get(); number++) {
                statement.execute("UPDATE hot SET number = number + 1 WHERE id BETWEEN " + number % 10 + " AND 200");
                statement.execute("INSERT INTO hot VALUES (" + (1000 + number) + ", 0, 'new')");
                statement.execute("DELETE FROM hot WHERE id = " + (990 + number));
                statement.execute("INSERT INTO keyless VALUES (" + number + ")");
                statement.execute("DELETE FROM keyless WHERE number = " + (number - 5));
                written.incrementAndGet();
            }
        }
        return null;
    }

    private static Migration migration(NativeMySqlServer source) throws Exception {
        Migration migration = Migration.of("gf_e2e_return", source.address());
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        return migration;
    }

    /** Executes statements that are not in the binlog and that no watch detects. */
    private static void withoutBinlog(Migration migration, String... statements) throws Exception {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_log_bin = 0");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static void awaitBrought(NativeMySqlServer source, Migration migration, String table) {
        await().atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(new Server(source.address())
                                .value("SELECT COUNT(*) FROM " + migration.database() + "." + table
                                        + " WHERE note = 'changed'"))
                        .isEqualTo("1"));
    }

    /** Returns when reverse replication may write to the source, and with it the account of {@link #withoutBinlog}. */
    private static void switchOver(Api api, String verify) throws Exception {
        api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"" + verify + "\"}");
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        await().atMost(Daemon.PATIENCE)
                .until(() -> api.status()
                                .path("reverseReplication")
                                .path("lagSeconds")
                                .asDouble(-1)
                        >= 0);
    }

    private static String refusedReturn(Api api, String verify) throws Exception {
        api.steer(
                "api/cutover/back",
                "{\"operator\": \"ada\", \"reason\": \"the night is over\", \"verify\": \"" + verify + "\"}");
        JsonNode status = await("the refusal")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> CutoverIT.json(api),
                        now -> !now.path("problem").asString("").isEmpty());
        assertThat(status.path("state").asString("")).isEqualTo("SWITCHED");
        return status.path("problem").asString("");
    }
}
