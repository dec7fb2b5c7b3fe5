package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.mysql.binlog.WriterSearch;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import org.junit.jupiter.api.Test;

/**
 * Verifies that definitions which were added on the target after the switch go back to MySQL with their rows, that others are named, and that
 * replication and a second switch work with them. Guards: {@code AdditiveDefinitions}, {@code EarlierShapes}.
 */
class AdditiveReturnIT {

    private static final String MARK = WriterSearch.DEFINITION_MARK;

    @Test
    void returnsWithDefinitionsThatWereAddedOnTarget() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_add", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(50) CHARACTER SET latin1 NOT NULL, stock INT NOT NULL"
                            + " DEFAULT 3 COMMENT 'number, in pieces', price DECIMAL(6,2))",
                    "INSERT INTO item VALUES (1, 'one', 1, 1.50), (2, 'two', 2, NULL)",
                    "CREATE TABLE shrunk (id INT PRIMARY KEY, v INT, more INT)",
                    "CREATE TABLE emptied (id INT PRIMARY KEY, v INT, more INT)",
                    "INSERT INTO emptied VALUES (1, 1, 1)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            cutOver(api);
            migration.target("INSERT INTO item VALUES (3, 'before', 3, 3)");
            // rows of three definitions are in one log
            migration.stop();
            // a daemon that was killed has executed these statements, and not recorded them
            migration.source(
                    "ALTER TABLE item ADD COLUMN note VARCHAR(10) COLLATE utf8mb4_0900_bin NULL " + MARK,
                    "CREATE TABLE half (id INT NOT NULL PRIMARY KEY, v INT NULL) " + MARK);
            migration.target(
                    "INSERT INTO item VALUES (4, 'earlier', 4, 4)",
                    "ALTER TABLE item ADD COLUMN note VARCHAR(10)",
                    "INSERT INTO item VALUES (5, 'between', 5, 5, 'noted')",
                    "UPDATE item SET note = 'changed' WHERE id = 1",
                    "ALTER TABLE item ADD COLUMN grade INTEGER NOT NULL DEFAULT 7",
                    "ALTER TABLE item ALTER COLUMN stock TYPE BIGINT",
                    "INSERT INTO item VALUES (6, 'later', 6000000000, 6, NULL, 8)",
                    "UPDATE item SET grade = 9 WHERE id = 4",
                    "DELETE FROM item WHERE id = 2",
                    "CREATE TABLE half (id INTEGER PRIMARY KEY, v INTEGER)",
                    "INSERT INTO half VALUES (1, 2)");
            migration.launch();
            Api again = Api.of(migration.daemon());
            CutoverIT.awaitState(again, "SWITCHED", "WATCH");
            Server mysql = new Server(source.address());
            await("the changes of the former daemon's time")
                    .atMost(Daemon.PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(mysql.rows("SELECT id, stock, price, note, grade FROM "
                                    + migration.database() + ".item ORDER BY id"))
                            .containsExactly(
                                    "1|1|1.50|changed|7",
                                    "3|3|3.00|null|7",
                                    "4|4|4.00|null|9",
                                    "5|5|5.00|noted|7",
                                    "6|6000000000|6.00|null|8"));
            assertThat(mysql.value("SHOW CREATE TABLE " + migration.database() + ".item"))
                    .contains("`stock` bigint", "DEFAULT '3' COMMENT 'number, in pieces'")
                    .contains("`grade` int NOT NULL DEFAULT '7'");
            createWhileItIsWritten(migration);
            await("the fence of the new table")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(mysql.rows("SELECT COUNT(*) FROM information_schema.triggers"
                                    + " WHERE event_object_table IN ('added', 'half')"))
                            .containsExactly("6"));
            migration.target(
                    "ALTER TABLE shrunk DROP COLUMN more",
                    "ALTER TABLE emptied DROP COLUMN more",
                    "ALTER TABLE emptied ADD COLUMN more INTEGER");
            await("the named tables")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    CutoverIT.json(again).path("targetTables").toString())
                            .contains(migration.database() + ".shrunk", "without column more")
                            .contains(migration.database() + ".emptied", "dropped and added again: more")
                            .doesNotContain(migration.database() + ".added"));
            assertThat(CutoverIT.json(again).path("writtenAfterSwitch").asString("-"))
                    .isEmpty();
            migration.target("INSERT INTO item VALUES (7, 'last', 7, 7, 'é', 7)");
            again.steer(
                    "api/cutover/back",
                    "{\"operator\": \"ada\", \"reason\": \"late\", \"without\": [\"" + migration.database()
                            + ".shrunk\"," + " \"" + migration.database() + ".emptied\"]}");
            migration.daemon().awaitReturned();
            assertThat(mysql.rows(
                            "SELECT DISTINCT index_name FROM information_schema.statistics" + " WHERE table_schema = '"
                                    + migration.database() + "' AND index_name IN ('of_stock', 'of_size')"))
                    .containsExactlyInAnyOrder("of_stock", "of_size");
            migration.target("ALTER TABLE shrunk ADD COLUMN more INTEGER");
            CommandRun copied = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--table",
                    migration.database() + ".shrunk",
                    "--table",
                    migration.database() + ".emptied",
                    "--replace");
            assertThat(copied.exitCode()).as(copied.errors()).isZero();
            migration.awaitCopies();
            migration.source(
                    "INSERT INTO item VALUES (8, 'source', 8, 8, 'here', 8)",
                    "UPDATE item SET grade = 5 WHERE id = 1",
                    "INSERT INTO added (id, label, size) VALUES (100, 'source', 100)",
                    "DELETE FROM added WHERE id = 1",
                    "UPDATE half SET v = 3");
            migration.awaitCaughtUp();
            migration.assertEqualContent();
            assertThat(mysql.rows("SELECT CAST(wanted AS CHAR), largest FROM " + migration.database()
                            + ".added WHERE id IN (2, 100)"))
                    .containsOnly("1|1.0E300");
            cutOver(again);
            migration.target("INSERT INTO added (id, label, size) VALUES (200, 'again', 200)");
            await("the second reverse replication")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    mysql.rows("SELECT label FROM " + migration.database() + ".added WHERE id = 200"))
                            .containsExactly("again"));
        }
    }

    /** The table has rows before and after the moment in which MySQL gets it. */
    private static void createWhileItIsWritten(Migration migration) throws Exception {
        migration.target(
                "CREATE TABLE added (id INTEGER PRIMARY KEY, label VARCHAR(20) NOT NULL, size NUMERIC(8,2) DEFAULT 1.5,"
                        + " taken DATE, at TIMESTAMP(3) WITHOUT TIME ZONE DEFAULT '2024-02-29 01:02:03', more TEXT,"
                        + " wanted BOOLEAN DEFAULT true, largest DOUBLE PRECISION DEFAULT 1e300)",
                "CREATE TABLE numbered (id SERIAL PRIMARY KEY, v INTEGER)",
                "INSERT INTO added (id, label) SELECT n, concat('row ', n) FROM generate_series(1, 3) AS s(n)",
                "CREATE INDEX of_stock ON item (stock)",
                "CREATE INDEX of_size ON added (size, label)",
                "CREATE INDEX of_lower ON item (lower(name))");
        for (int id = 4; id < 60; id++) {
            migration.target(
                    "INSERT INTO added (id, label, more) VALUES (" + id + ", 'live', 'é')",
                    "UPDATE added SET size = " + id + " WHERE id = " + id / 2);
            Thread.sleep(50);
        }
    }

    private static void cutOver(Api api) throws Exception {
        api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
    }
}
