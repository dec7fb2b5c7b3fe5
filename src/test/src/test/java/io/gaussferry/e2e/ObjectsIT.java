package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Views, routines and triggers: each is translated, proven by execution on both sides, created by the cutover, and removed by a return. The
 * bodies have what the target reads differently: LEAVE within IF, cursors, handlers, variables named like columns, SELECT INTO without a row.
 */
class ObjectsIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}";

    private static final String[] TABLES = {
        "CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE, price DECIMAL(10,2), Stock INT)",
        "CREATE TABLE log (id INT PRIMARY KEY AUTO_INCREMENT, item INT, what VARCHAR(60))",
        "CREATE TABLE request (id INT PRIMARY KEY, state VARCHAR(10), item INT, made DATETIME)",
        "INSERT INTO request VALUES (1, 'waiting', 2, '2020-01-03 10:00:00')",
        "CREATE TABLE rate (id INT PRIMARY KEY, percent INT, changed TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP"
                + " ON UPDATE CURRENT_TIMESTAMP)",
        "CREATE TABLE rate_change (id INT PRIMARY KEY AUTO_INCREMENT, rate INT, changed DATETIME)",
        "INSERT INTO rate (id, percent, changed) VALUES (1, 7, '2020-01-01 10:00:00'), (2, 19, '2020-01-02 10:00:00')",
        // they refer to each other, and have no rows
        "CREATE TABLE clerk (id INT PRIMARY KEY, shop INT NOT NULL, name VARCHAR(20) NOT NULL)",
        "CREATE TABLE shop (id INT PRIMARY KEY, manager INT NOT NULL UNIQUE, city VARCHAR(20),"
                + " CONSTRAINT shop_manager FOREIGN KEY (manager) REFERENCES clerk (id))",
        "ALTER TABLE clerk ADD CONSTRAINT clerk_shop FOREIGN KEY (shop) REFERENCES shop (id)",
        "CREATE TABLE country (code CHAR(3) PRIMARY KEY, name VARCHAR(20), founded YEAR)",
        "INSERT INTO country VALUES ('DE', 'Germany', 1949), ('CHN', 'China', 1949), ('SSD', NULL, 2011)",
        "INSERT INTO item (name, price, Stock) VALUES ('one', 1.50, 3), ('two', 2.25, 10), ('three', NULL, 0), ('four', 9.99, 7)",
        "INSERT INTO log (item, what) VALUES (1, 'made'), (2, 'made')"
    };

    private static final String[] PROVEN = {
        "CREATE VIEW ItemTotals AS SELECT Name, price * stock AS Total, price > 2 AS dear FROM item",
        "CREATE VIEW averages AS SELECT COUNT(*) AS n, AVG(Total) AS average, SUM(Total) AS `sum` FROM ItemTotals",
        "CREATE VIEW counted AS SELECT n + 1 AS more FROM averages",
        "CREATE FUNCTION price_of(ID INT) RETURNS DECIMAL(12,1) READS SQL DATA BEGIN DECLARE price DECIMAL(12,2) DEFAULT -1;"
                + " SELECT i.price INTO price FROM item i WHERE i.id = id; RETURN price; END",
        "CREATE FUNCTION stock_up_to(p_id INT) RETURNS INT READS SQL DATA BEGIN DECLARE total, one INT DEFAULT 0; DECLARE done INT;"
                + " DECLARE c CURSOR FOR SELECT stock FROM item WHERE id <= p_id ORDER BY id;"
                + " DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; SET done = 0; OPEN c;"
                + " rows_loop: LOOP FETCH c INTO one; IF done THEN LEAVE rows_loop; END IF;"
                + " IF one = 0 THEN ITERATE rows_loop; END IF; SET total = total + one; END LOOP; CLOSE c; RETURN total; END",
        "CREATE FUNCTION spelled(n INT) RETURNS VARCHAR(40) NO SQL BEGIN DECLARE s VARCHAR(40) DEFAULT ''; DECLARE i INT DEFAULT 0;"
                + " WHILE i < n AND i < 5 DO SET i = i + 1; CASE i WHEN 2 THEN SET s = CONCAT(s, 'two'); WHEN 3 THEN BEGIN END;"
                + " ELSE SET s = CONCAT(s, \"it's \\\\ \", i); END CASE; END WHILE;"
                + " REPEAT SET i = i - 1; UNTIL i <= 0 END REPEAT; RETURN CONCAT(s, i); END",
        "CREATE PROCEDURE restock(IN p_id INT, INOUT n INT, OUT name VARCHAR(20)) MODIFIES SQL DATA"
                + " body: BEGIN DECLARE EXIT HANDLER FOR NOT FOUND SET n = -1; SELECT item.name INTO name FROM item WHERE id = p_id;"
                + " IF n IS NULL THEN LEAVE body; END IF; UPDATE item SET stock = stock + n WHERE id = p_id; SET n = n * 2; END",
        "CREATE PROCEDURE cheaper_than(IN p_price DECIMAL(10,2)) READS SQL DATA"
                + " SELECT name, price AS `What it costs`, stock + 1 AS next FROM item WHERE price < p_price ORDER BY price",
        "CREATE PROCEDURE add_item(IN p_name VARCHAR(20), OUT outcome VARCHAR(20)) MODIFIES SQL DATA"
                + " BEGIN DECLARE duplicate CONDITION FOR 1062; DECLARE CONTINUE HANDLER FOR duplicate SET outcome = 'there';"
                + " SET outcome = 'new'; INSERT INTO log (item, what) VALUES (0, 'before');"
                + " INSERT INTO item (name, price, stock) VALUES (p_name, 1, 1);"
                + " INSERT INTO log (item, what) VALUES (0, CONCAT('after ', outcome)); END",
        "CREATE PROCEDURE refuse(IN p_id INT) BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN"
                + " INSERT INTO log (item, what) VALUES (p_id, 'refused'); END;"
                + " INSERT INTO log (item, what) VALUES (p_id, 'started');"
                + " IF p_id > 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF;"
                + " INSERT INTO log (item, what) VALUES (p_id, 'passed'); END",
        // the table has no rows
        "CREATE VIEW waiting AS SELECT r.id, i.name FROM request r JOIN item i ON i.id = r.item WHERE r.state = 'waiting'",
        "CREATE VIEW managers AS SELECT s.city, c.name FROM shop s JOIN clerk c ON c.id = s.manager AND c.shop = s.id",
        "CREATE PROCEDURE move_shop(IN p_id INT, IN p_city VARCHAR(20)) UPDATE shop SET city = p_city WHERE id = p_id",
        "CREATE PROCEDURE prepared() BEGIN PREPARE s FROM 'SELECT name, stock FROM item WHERE name <> \\'it\\'\\'s\\'"
                + " ORDER BY id LIMIT 2'; EXECUTE s; DEALLOCATE PREPARE s; END",
        // dolphin returns CHAR as VARCHAR, and its driver YEAR as a date
        "CREATE PROCEDURE countries(IN p INT) SELECT * FROM country WHERE p > 0 ORDER BY code",
        "CREATE VIEW foundations AS SELECT code, founded FROM country",
        // its only effect is an error, with the same message on both sides
        "CREATE TRIGGER keep_country BEFORE DELETE ON country FOR EACH ROW"
                + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'countries are kept'",
        // only a value that the body names has an effect
        "CREATE TRIGGER close_country BEFORE UPDATE ON country FOR EACH ROW"
                + " IF NEW.name = 'closed' THEN SET NEW.founded = 1999; END IF",
        "CREATE PROCEDURE compare(IN p INT) IF p > 1 THEN SELECT 'more' AS answer; ELSE SELECT 'less' AS answer; END IF",
        "CREATE TRIGGER minimum_price BEFORE INSERT ON item FOR EACH ROW SET NEW.price = COALESCE(NEW.price, 0) + 1",
        "CREATE TRIGGER default_stock BEFORE INSERT ON item FOR EACH ROW IF NEW.Stock IS NULL THEN SET NEW.stock = 5; END IF",
        "CREATE TRIGGER log_update AFTER UPDATE ON item FOR EACH ROW BEGIN IF NOT (NEW.stock <=> OLD.stock) THEN"
                + " INSERT INTO log (item, what) VALUES (NEW.id, 'stock'); END IF; END",
        "CREATE TRIGGER log_delete BEFORE DELETE ON item FOR EACH ROW INSERT INTO log (item, what) VALUES (OLD.id, OLD.name)",
        // only a value that the expression matches shows a result
        "CREATE TABLE upload (name VARCHAR(20) PRIMARY KEY, is_hash INT NOT NULL DEFAULT 0)",
        "INSERT INTO upload (name) VALUES ('photo'), ('letter')",
        "CREATE TRIGGER find_hash BEFORE INSERT ON upload FOR EACH ROW"
                + " IF NEW.name REGEXP '^[0-9a-f]{8}$' THEN SET NEW.is_hash = 1; END IF",
        // the second assignment reads the row of the trigger, not the assigned column of that name
        "CREATE TABLE uploads (id INT PRIMARY KEY, is_hash INT NOT NULL, last INT NOT NULL)",
        "INSERT INTO uploads VALUES (1, 10, 0)",
        "CREATE TRIGGER count_upload AFTER UPDATE ON upload FOR EACH ROW"
                + " UPDATE uploads SET uploads.is_hash = uploads.is_hash + NEW.is_hash, last = NEW.is_hash",
        "CREATE PROCEDURE add_upload(IN p_name VARCHAR(20)) INSERT INTO upload (upload.name) VALUES (p_name)"
    };

    private static final Map<String, String> EXPECTED = new TreeMap<>();

    static {
        List.of(
                        "ItemTotals",
                        "averages",
                        "waiting",
                        "managers",
                        "move_shop",
                        "countries",
                        "foundations",
                        "keep_country",
                        "close_country",
                        "prepared",
                        "compare",
                        "counted",
                        "price_of",
                        "stock_up_to",
                        "spelled",
                        "restock",
                        "cheaper_than",
                        "add_item",
                        "refuse",
                        "minimum_price",
                        "default_stock",
                        "log_update",
                        "log_delete",
                        "find_hash",
                        "count_upload",
                        "add_upload")
                .forEach(name -> EXPECTED.put(name, "EXECUTED"));
        EXPECTED.put("dynamic", "BY_HAND");
        EXPECTED.put("now_and_then", "COMPILES");
        EXPECTED.put("sell", "COMPILES");
        EXPECTED.put("unseen", "COMPILES");
        EXPECTED.put("ineffective", "COMPILES");
        EXPECTED.put("read_in_transaction", "COMPILES");
    }

    private static final String[] OTHERS = {
        "CREATE PROCEDURE dynamic(IN p_table VARCHAR(20)) BEGIN SET @q = CONCAT('SELECT COUNT(*) FROM ', p_table);"
                + " PREPARE s FROM @q; EXECUTE s; DEALLOCATE PREPARE s; END",
        // equal for a collation that ignores case only
        "CREATE VIEW named AS SELECT id FROM item WHERE name = 'TWO'",
        // commits at the source, so it is not executed there
        "CREATE PROCEDURE sell(IN p_id INT) BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; SELECT 'no' AS answer; END;"
                + " START TRANSACTION; UPDATE item SET stock = stock - 1 WHERE id = p_id;"
                + " IF p_id = 3 THEN SIGNAL SQLSTATE '45000'; END IF; COMMIT; SELECT 'yes' AS answer; END",
        "CREATE FUNCTION late() RETURNS VARCHAR(40) NO SQL RETURN CONCAT(NOW(), ' ', CURTIME())",
        // the target's tables have ON UPDATE CURRENT_TIMESTAMP only after the cutover, and PostgreSQL does not have it
        "CREATE TRIGGER log_rate AFTER UPDATE ON rate FOR EACH ROW INSERT INTO rate_change (rate, changed)"
                + " VALUES (NEW.id, NEW.changed)",
        "CREATE PROCEDURE raise_rate(IN p_id INT) UPDATE rate SET percent = percent + 1 WHERE id = p_id",
        // PostgreSQL has no user variables
        "CREATE PROCEDURE named_like(IN p_price INT, IN p_name VARCHAR(20)) BEGIN SET @n = 3; SET @s = CONCAT('SELECT id, name FROM"
                + " item WHERE price > ', p_price, ' AND name LIKE \'\'%', p_name, '%\'\' ORDER BY id LIMIT ?');"
                + " PREPARE s FROM @s; EXECUTE s USING @n; DEALLOCATE PREPARE s; END",
        "SET time_zone = '+00:00'",
        "CREATE EVENT clean ON SCHEDULE EVERY 1 DAY DISABLE DO BEGIN DELETE FROM request WHERE state = 'done';"
                + " INSERT INTO log (item, what) VALUES (0, 'cleaned'); END",
        // equal calls and statements that show nothing prove nothing
        "CREATE FUNCTION unseen(p_id INT) RETURNS INT READS SQL DATA RETURN (SELECT stock FROM item WHERE id = p_id AND id < -5)",
        "CREATE TRIGGER ineffective BEFORE UPDATE ON request FOR EACH ROW"
                + " IF NEW.item > OLD.item + 123456789 THEN SET NEW.state = 'far'; END IF",
        // its COMMIT would end the snapshot of the source in which others are compared
        "CREATE PROCEDURE read_in_transaction() BEGIN START TRANSACTION; SELECT code FROM country ORDER BY code; COMMIT; END",
        "CREATE FUNCTION now_and_then() RETURNS VARCHAR(80) NO SQL RETURN CONCAT(UUID(), NOW())"
    };

    @Test
    void provesObjectsAndCreatesThemAtCutover() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_objects", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("objects: compiles");
            migration.source(TABLES);
            migration.source(PROVEN);
            migration.source(OTHERS);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();

            CommandRun reading = objects(migration, "verify");
            assertThat(states(reading))
                    .containsEntry("ItemTotals", "EXECUTED")
                    .containsEntry("stock_up_to", "EXECUTED")
                    .containsEntry("cheaper_than", "EXECUTED")
                    .containsEntry("restock", "COMPILES")
                    .containsEntry("log_delete", "COMPILES");
            CommandRun run = objects(migration, "verify", "--execute-on-source", "rollback");
            Map<String, String> expected = new TreeMap<>(EXPECTED);
            boolean isDolphin = Servers.targetForm() == TargetForm.DOLPHIN;
            // dolphin converts the YEAR in the rows of a function, with a warning
            expected.put("countries", isDolphin ? "DIFFERS" : "EXECUTED");
            // PostgreSQL lacks CURTIME and UUID: no failure is excused by the time. It has no events
            expected.put("late", isDolphin ? "EXECUTED" : "DIFFERS");
            expected.put("now_and_then", isDolphin ? "COMPILES" : "DIFFERS");
            expected.put("clean", isDolphin ? "EXECUTED" : "BY_HAND");
            expected.put("named_like", isDolphin ? "EXECUTED" : "BY_HAND");
            // the stand-in has no REGEXP, and the others fire the trigger with it
            expected.put("find_hash", isDolphin ? "EXECUTED" : "BY_HAND");
            expected.put("count_upload", isDolphin ? "EXECUTED" : "COMPILES");
            expected.put("add_upload", isDolphin ? "EXECUTED" : "COMPILES");
            expected.put("log_rate", isDolphin ? "EXECUTED" : "DIFFERS");
            expected.put("raise_rate", isDolphin ? "EXECUTED" : "DIFFERS");
            expected.put("named", isDolphin ? "EXECUTED" : "DIFFERS");
            // PostgreSQL compares with case
            expected.put("close_country", isDolphin ? "EXECUTED" : "DIFFERS");
            assertThat(states(run)).as(run.output()).isEqualTo(expected);
            assertThat(run.exitCode()).isOne();
            migration.assertEqualContent();
            CommandRun list = CommandRun.of(
                    "objects", "list", "--config", migration.configuration().toString());
            assertThat(list.exitCode()).as(list.errors()).isZero();
            assertThat(list.output())
                    .contains("executed  trigger   " + migration.database() + ".log_delete, verified 20");

            migration.source(
                    "ALTER VIEW averages AS SELECT COUNT(*) AS n FROM ItemTotals",
                    "CREATE VIEW later AS SELECT 1 AS one",
                    "DROP FUNCTION now_and_then");
            assertChanged(migration, api);
            api.steer("api/cutover/start", START);
            JsonNode end = CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            assertThat(end.path("objects").toString()).contains("stock_up_to", "executed on both sides");
            // the view that it uses was changed
            assertThat(end.path("objects").toString()).doesNotContain("counted");
            assertThat(migration.targetRows("SELECT \"dear\" FROM \"ItemTotals\" WHERE \"Name\" = 'four'"))
                    .containsExactly("1");
            assertThat(migration.targetRows("SELECT stock_up_to(2), price_of(2), price_of(99)"))
                    .containsExactly("13|2.3|-1.0");
            assertThat(migration.targetRows("SELECT \"What it costs\" FROM cheaper_than(2)"))
                    .containsExactly("1.50");
            // the transaction of the handler's error is undone
            assertThat(migration.targetRows("SELECT answer FROM sell(1)")).containsExactly("yes");
            assertThat(migration.targetRows("SELECT answer FROM sell(3)")).containsExactly("no");
            assertThat(migration.targetRows("SELECT \"Stock\" FROM item WHERE id IN (1, 3) ORDER BY id"))
                    .containsExactly("2", "0");
            migration.target(
                    "INSERT INTO item (name) VALUES ('five')", "UPDATE item SET \"Stock\" = 8 WHERE name = 'five'");
            Server mysql = new Server(source.address());
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(mysql.rows(
                                    "SELECT i.price, i.stock, l.what FROM " + migration.database() + ".item i JOIN "
                                            + migration.database() + ".log l ON l.item = i.id WHERE i.name = 'five'"))
                            .containsExactly("1.00|8|stock"));
            // changed after the verification
            assertThat(migration.targetRows("SELECT viewname FROM pg_catalog.pg_views WHERE schemaname = '"
                            + migration.database() + "'"))
                    .contains("ItemTotals", "waiting")
                    .doesNotContain("averages", "counted", "later");

            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"the night is over\"}");
            migration.daemon().awaitReturned();
            assertThat(migration.targetRows(
                            "SELECT p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
                                    + " WHERE n.nspname = '" + migration.database() + "'"))
                    .isEmpty();
            // the source's own triggers work, and no trigger of the target repeats them
            migration.source("INSERT INTO item (name) VALUES ('six')", "UPDATE item SET stock = 1 WHERE name = 'six'");
            migration.assertEqualContent();
        }
    }

    /** The daemon notices the statements in the binlog; replication continues. */
    private static void assertChanged(Migration migration, Api api) throws Exception {
        await().atMost(Daemon.PATIENCE)
                .untilAsserted(() ->
                        assertThat(api.status().path("changedObjects").asInt()).isEqualTo(3));
        Map<String, String> changed = new TreeMap<>();
        for (JsonNode group : api.show("api/objects").path("groups")) {
            for (JsonNode object : group.path("objects")) {
                changed.put(object.path("name").asString(), group.path("state").asString());
            }
        }
        assertThat(changed)
                .containsEntry(migration.database() + ".averages", "CHANGED")
                .containsEntry(migration.database() + ".later", "CREATED")
                .containsEntry(migration.database() + ".now_and_then", "DROPPED")
                .containsEntry(migration.database() + ".counted", "EXECUTED")
                .containsEntry(migration.database() + ".dynamic", "BY_HAND");
        CommandRun list = CommandRun.of(
                "objects", "list", "--config", migration.configuration().toString());
        assertThat(list.output())
                .contains(
                        "changed   view      " + migration.database() + ".averages",
                        "created   view      " + migration.database() + ".later")
                .contains("3 changed since the verification");
        assertThat(migration.daemon().errors().lines())
                .filteredOn(line ->
                        line.contains("changed view " + migration.database() + ".averages after the last verification"))
                .hasSize(1);
    }

    @Test
    void createsLeftOutObjectsAfterTheSwitch() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_objects_left", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(TABLES);
            migration.source(
                    "CREATE VIEW cheap AS SELECT id FROM item WHERE price < 5",
                    "CREATE FUNCTION stamped() RETURNS VARCHAR(400) NO SQL RETURN CONCAT(VERSION(), NOW())");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            assertThat(states(objects(migration, "verify")))
                    .containsEntry("cheap", "EXECUTED")
                    .containsEntry("stamped", "COMPILES");
            api.steer("api/cutover/start", START);
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            assertAppliesLeftOutObjects(migration, api);
            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"the night is over\"}");
            migration.daemon().awaitReturned();
            assertThat(stamped(migration)).isEmpty();
        }
    }

    private static List<String> stamped(Migration migration) throws Exception {
        return migration.targetRows("SELECT p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n"
                + " ON n.oid = p.pronamespace WHERE p.proname = 'stamped' AND n.nspname = '" + migration.database()
                + "'");
    }

    /** Creates an object that the cutover has left out; the return that follows removes it. */
    private static void assertAppliesLeftOutObjects(Migration migration, Api api) throws Exception {
        assertThat(api.steer("api/objects/apply", "{}").path("objects")).isEmpty();
        JsonNode planned = api.steer("api/objects/apply", "{\"compiles\": true, \"dryRun\": true}");
        assertThat(planned.toString())
                .contains("ROUTINE " + migration.database() + ".stamped", "PLANNED", "CREATE FUNCTION");
        assertThat(stamped(migration)).isEmpty();
        JsonNode applied = api.steer("api/objects/apply", "{\"compiles\": true}");
        assertThat(applied.path("objects").findValuesAsString("outcome")).containsOnly("CREATED");
        assertThat(stamped(migration)).containsExactly("stamped");
        assertThat(api.steer("api/objects/apply", "{\"compiles\": true}").path("objects"))
                .isEmpty();
    }

    static CommandRun objects(Migration migration, String command, String... options) throws Exception {
        String[] arguments = new String[options.length + 6];
        arguments[0] = "objects";
        arguments[1] = command;
        arguments[2] = "--config";
        arguments[3] = migration.configuration().toString();
        arguments[4] = "--json";
        arguments[5] = "--values";
        System.arraycopy(options, 0, arguments, 6, options.length);
        return CommandRun.of(arguments);
    }

    static Map<String, String> states(CommandRun run) {
        assertThat(run.errors().lines().filter(line -> !line.matches("executed \\d+ of \\d+ objects in .*")))
                .isEmpty();
        assertThat(run.output()).as("exit code " + run.exitCode()).isNotEmpty();
        Map<String, String> states = new TreeMap<>();
        for (JsonNode object :
                JsonMapper.builder().build().readTree(run.output()).path("objects")) {
            String name = object.path("name").asString();
            states.put(
                    name.substring(name.indexOf('.') + 1), object.path("state").asString());
        }
        return states;
    }
}
