package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * After the switch the actions of foreign keys fire no trigger of the application, as in MySQL. A trigger that a statement fires, directly
 * or by another trigger, is fired whatever foreign keys its table has.
 */
class CascadedTriggersIT {

    private static final String DATABASE = "gf_e2e_cascaded";
    private static final String TWIN = "gf_e2e_cascaded_twin";

    private static final String[] TABLES = {
        // triggers of both times that share a table are fired in another order
        "CREATE TABLE before_log (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40), old_parent VARCHAR(20), new_parent VARCHAR(20))",
        "CREATE TABLE after_log LIKE before_log",
        "CREATE TABLE parent (id INT PRIMARY KEY, state INT DEFAULT 0)",
        "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT, state INT DEFAULT 0,"
                + " FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE ON UPDATE CASCADE)",
        "CREATE TABLE grandchild (id INT PRIMARY KEY, child_id INT,"
                + " FOREIGN KEY (child_id) REFERENCES child (id) ON DELETE SET NULL)",
        "CREATE TABLE pair (a INT, b VARCHAR(10), PRIMARY KEY (a, b))",
        "CREATE TABLE of_pair (id INT PRIMARY KEY, a INT, b VARCHAR(10),"
                + " FOREIGN KEY (a, b) REFERENCES pair (a, b) ON DELETE SET NULL ON UPDATE CASCADE)",
        "CREATE TABLE node (id INT PRIMARY KEY, above INT, FOREIGN KEY (above) REFERENCES node (id) ON DELETE CASCADE)",
        // without an action
        "CREATE TABLE kept (id INT PRIMARY KEY, parent_id INT, FOREIGN KEY (parent_id) REFERENCES parent (id))",
        "INSERT INTO parent (id) VALUES (1), (2), (3), (4), (5), (6), (7)",
        "INSERT INTO child (id, parent_id) VALUES (1, 1), (2, 1), (3, 2), (4, 3), (5, NULL), (6, 5), (7, 6)",
        "INSERT INTO grandchild VALUES (1, 1), (2, 3), (3, 4), (4, NULL)",
        "INSERT INTO pair VALUES (1, 'x'), (1, 'y'), (2, 'x')",
        "INSERT INTO of_pair VALUES (1, 1, 'x'), (2, 1, 'y'), (3, NULL, 'x'), (4, 2, 'x')",
        "INSERT INTO node VALUES (1, NULL), (2, 1), (3, 2), (4, NULL), (5, 4), (6, NULL), (7, 6)",
        "INSERT INTO kept VALUES (1, 7), (2, 7)",
    };

    private static final String[] TRIGGERS = {
        trigger("BEFORE DELETE", "child", "OLD.parent_id, NULL"),
        trigger("AFTER DELETE", "child", "OLD.parent_id, NULL"),
        trigger("BEFORE UPDATE", "child", "OLD.parent_id, NEW.parent_id"),
        trigger("AFTER UPDATE", "child", "OLD.parent_id, NEW.parent_id"),
        trigger("BEFORE UPDATE", "grandchild", "OLD.child_id, NEW.child_id"),
        trigger("AFTER UPDATE", "grandchild", "OLD.child_id, NEW.child_id"),
        trigger("BEFORE UPDATE", "of_pair", "OLD.b, NEW.b"),
        trigger("AFTER UPDATE", "of_pair", "OLD.b, NEW.b"),
        trigger("BEFORE DELETE", "node", "OLD.above, NULL"),
        trigger("AFTER DELETE", "kept", "OLD.parent_id, NULL"),
        // a trigger whose statements fire others
        "CREATE TRIGGER of_parent AFTER UPDATE ON parent FOR EACH ROW BEGIN"
                + " IF NEW.state = 1 THEN UPDATE child SET state = 9, parent_id = NULL WHERE parent_id = NEW.id; END IF;"
                + " IF NEW.state = 2 THEN DELETE FROM child WHERE parent_id = NEW.id; END IF; END",
    };

    private static final String[] CHANGES = {
        "DELETE FROM parent WHERE id = 1",
        "UPDATE parent SET id = 20 WHERE id = 2",
        "DELETE FROM child WHERE id = 4",
        "UPDATE child SET parent_id = 20 WHERE id = 5",
        "UPDATE child SET parent_id = NULL WHERE id = 3",
        "UPDATE parent SET state = 1 WHERE id = 5",
        "UPDATE parent SET state = 2 WHERE id = 6",
        "DELETE FROM pair WHERE a = 1 AND b = 'x'",
        "UPDATE pair SET b = 'z' WHERE a = 1 AND b = 'y'",
        "UPDATE of_pair SET b = 'z' WHERE id = 3",
        "UPDATE of_pair SET a = 1, b = 'z' WHERE id = 4",
        "DELETE FROM node WHERE id = 1",
        "DELETE FROM node WHERE id = 5",
        "DELETE FROM node WHERE id = 4",
        "DELETE FROM kept WHERE id = 1",
    };

    private static String trigger(String event, String table, String values) {
        String name = event.toLowerCase(Locale.ROOT).replace(' ', '_') + "_" + table;
        return "CREATE TRIGGER " + name + " " + event + " ON " + table
                + " FOR EACH ROW INSERT INTO " + (event.startsWith("BEFORE") ? "before" : "after")
                + "_log (name, old_parent, new_parent) VALUES ('" + name + "', " + values
                + ")";
    }

    @Test
    void firesNoTriggerForTheActionsOfForeignKeys() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of(DATABASE, source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(TABLES);
            migration.source(TRIGGERS);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            CommandRun run = ObjectsIT.objects(migration, "verify", "--execute-on-source", "rollback");
            assertThat(ObjectsIT.states(run).values()).as(run.output()).containsOnly("EXECUTED");

            Server twin = new Server(source.address());
            twin.execute(Stream.of(
                            Stream.of("CREATE DATABASE " + TWIN, "USE " + TWIN),
                            Stream.of(TABLES),
                            Stream.of(TRIGGERS),
                            Stream.of(CHANGES))
                    .flatMap(statements -> statements)
                    .toArray(String[]::new));

            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            migration.target(CHANGES);
            for (String table : List.of("child", "grandchild", "of_pair", "node", "kept", "before_log", "after_log")) {
                String query = "SELECT " + (table.endsWith("log") ? "name, old_parent, new_parent" : "*") + " FROM %s"
                        + table + " ORDER BY 1, 2";
                assertThat(migration.targetRows(query.formatted("")))
                        .as(table)
                        .isNotEmpty()
                        .containsExactlyInAnyOrderElementsOf(twin.rows(query.formatted(TWIN + ".")));
            }
            migration.awaitSameContent();
        }
    }
}
