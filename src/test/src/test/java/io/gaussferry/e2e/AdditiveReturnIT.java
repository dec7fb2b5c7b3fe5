package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import org.junit.jupiter.api.Test;

/**
 * Verifies that definitions which were added on the target after the switch go back to MySQL with their rows, that others are named, and that
 * replication and a second switch work with them. Guards: {@code AdditiveDefinitions}, {@code EarlierShapes}.
 */
class AdditiveReturnIT {

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
                    "CREATE TABLE shrunk (id INT PRIMARY KEY, v INT, more INT)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            cutOver(api);
            migration.target("INSERT INTO item VALUES (3, 'before', 3, 3)");
            // rows of three definitions are in one log
            migration.stop();
            migration.target(
                    "INSERT INTO item VALUES (4, 'earlier', 4, 4)",
                    "ALTER TABLE item ADD COLUMN note VARCHAR(10)",
                    "INSERT INTO item VALUES (5, 'between', 5, 5, 'noted')",
                    "UPDATE item SET note = 'changed' WHERE id = 1",
                    "ALTER TABLE item ADD COLUMN grade INTEGER NOT NULL DEFAULT 7",
                    "ALTER TABLE item ALTER COLUMN stock TYPE BIGINT",
                    "INSERT INTO item VALUES (6, 'later', 6000000000, 6, NULL, 8)",
                    "UPDATE item SET grade = 9 WHERE id = 4",
                    "DELETE FROM item WHERE id = 2");
            migration.launch();
            Api again = Api.of(migration.daemon());
            CutoverIT.awaitState(again, "SWITCHED", "WATCH");
            Server mysql = new Server(source.address());
            await("the changes of the former daemon's time")
                    .atMost(Daemon.PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(mysql.rows(
                                    "SELECT id, stock, price, note, grade FROM gf_e2e_add.item ORDER BY id"))
                            .containsExactly(
                                    "1|1|1.50|changed|7",
                                    "3|3|3.00|null|7",
                                    "4|4|4.00|null|9",
                                    "5|5|5.00|noted|7",
                                    "6|6000000000|6.00|null|8"));
            assertThat(mysql.value("SHOW CREATE TABLE gf_e2e_add.item"))
                    .contains("`stock` bigint NOT NULL DEFAULT '3' COMMENT 'number, in pieces'")
                    .contains("`grade` int NOT NULL DEFAULT '7'");
        }
    }

    private static void cutOver(Api api) throws Exception {
        api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
    }
}
