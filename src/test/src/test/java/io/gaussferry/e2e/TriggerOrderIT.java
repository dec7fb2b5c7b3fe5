package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import org.junit.jupiter.api.Test;

/**
 * After the switch the triggers of a table are fired in their order of MySQL, and generated columns are computed after them: openGauss fires
 * them in the order of their creation, PostgreSQL in the order of their names.
 */
class TriggerOrderIT {

    private static final String STORED = "SELECT name, label FROM entry WHERE id = ";

    @Test
    void firesTriggersInTheOrderOfMySql() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_order", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE entry (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, label VARCHAR(60) AS (CONCAT('<', name, '>')) STORED)",
                    "INSERT INTO entry (id, name) VALUES (1, 'one'), (2, 'two')",
                    "CREATE TABLE copied (label VARCHAR(60))",
                    "CREATE TRIGGER copy_label AFTER UPDATE ON entry FOR EACH ROW INSERT INTO copied VALUES (NEW.label)",
                    "CREATE TRIGGER trim_name BEFORE INSERT ON entry FOR EACH ROW SET NEW.name = CONCAT(TRIM(NEW.name), '!')",
                    // its sampled statements show no effect, so that the cutover leaves it out
                    "CREATE TRIGGER rare_name BEFORE INSERT ON entry FOR EACH ROW FOLLOWS trim_name"
                            + " IF NEW.id = 4 * 250001 THEN SET NEW.name = 'r'; END IF",
                    "CREATE TRIGGER add_length BEFORE INSERT ON entry FOR EACH ROW FOLLOWS rare_name"
                            + " SET NEW.name = CONCAT(NEW.name, '/', CHAR_LENGTH(NEW.name))");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            CommandRun run = ObjectsIT.objects(migration, "verify", "--execute-on-source", "rollback");
            assertThat(ObjectsIT.states(run))
                    .as(run.output())
                    .containsEntry("copy_label", "EXECUTED")
                    .containsEntry("trim_name", "EXECUTED")
                    .containsEntry("rare_name", "COMPILES")
                    .containsEntry("add_length", "EXECUTED");

            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            migration.target("INSERT INTO entry (id, name) VALUES (3, '  six ')");
            assertThat(migration.targetRows(STORED + 3)).containsExactly("six!/4|<six!/4>");

            // the second of three
            api.steer("api/objects/apply", "{\"compiles\": true}");
            migration.target(
                    "INSERT INTO entry (id, name) VALUES (1000004, ' rare ')",
                    "UPDATE entry SET name = 'x' WHERE id = 1");
            assertThat(migration.targetRows(STORED + 1_000_004)).containsExactly("r/1|<r/1>");
            assertThat(migration.targetRows(STORED + 1)).containsExactly("x|<x>");
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(new Server(source.address())
                                    .value("SELECT label FROM " + migration.database() + ".entry WHERE id = 1"))
                            .isEqualTo("<x>"));
            migration.awaitSameContent();
        }
    }
}
