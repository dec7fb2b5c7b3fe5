package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Rewrites without which objects would have other results on the target without an error, and rows and arguments that only the proof makes.
 * Each object is executed on both sides with the same results.
 */
class ObjectRewritesIT {

    private static final String[] TABLES = {
        "CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, owner VARCHAR(20) COLLATE utf8mb4_general_ci UNIQUE,"
                + " balance DECIMAL(10,2) NOT NULL, note VARCHAR(20), state ENUM('open', 'Closed') NOT NULL DEFAULT 'open',"
                + " opened DATE, tags SET('a', 'b'))",
        "INSERT INTO account (owner, balance, note, opened) VALUES ('Ann', 100.00, 'first', '2024-01-05'),"
                + " ('bob', 50.50, NULL, '2024-02-29'), ('Cid', 0.01, 'b1', '2023-12-31')",
        "UPDATE account SET tags = 'a,b' WHERE id = 2",
        "CREATE TABLE visit (id INT PRIMARY KEY, at DATETIME, account INT, kind ENUM('new', 'OLD'))",
        "INSERT INTO visit VALUES (1, '2024-03-01 23:59:59', 1, 'new'), (2, '2024-03-02 00:00:00', 2, 'OLD')",
        "CREATE TABLE branch (id INT PRIMARY KEY, code CHAR(6), region CHAR(4), state ENUM('Open', 'shut'))",
        "INSERT INTO branch VALUES (1, 'a', 'N', 'Open'), (2, 'abcdef', '', 'shut'), (3, 'x', 'East', NULL)",
        "CREATE TABLE measure (id INT PRIMARY KEY, n INT, d DECIMAL(8,2), f DOUBLE, late TIME(2), name VARCHAR(20))",
        "INSERT INTO measure VALUES (1, 7, 10.25, 2.5, '10:20:30.25', 'abc'), (2, -7, -10.25, -1.5, '01:30:15.75', 'ÄBC'),"
                + " (3, 0, 0.05, 0.1, '00:00:00', 'éÖ'), (4, NULL, NULL, NULL, NULL, NULL), (5, 3, 99999.99, 1e10, '22:59:59', '')",
        "CREATE TABLE noted (id INT PRIMARY KEY AUTO_INCREMENT, what VARCHAR(60), tags SET('a', 'b', 'c'))",
        "INSERT INTO noted (what) VALUES ('a'), ('b'), ('c')",
        // each person has a member, so that no further one can have a row without another person
        "CREATE TABLE person (id INT PRIMARY KEY, name VARCHAR(20))",
        "CREATE TABLE member (id INT PRIMARY KEY, FOREIGN KEY (id) REFERENCES person (id))",
        "INSERT INTO person VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO member VALUES (1), (2)",
        "CREATE TABLE place (id INT PRIMARY KEY, name VARCHAR(20), at POINT NOT NULL, area POLYGON)",
        "CREATE TABLE reading (id INT PRIMARY KEY, f DOUBLE, g FLOAT, label CHAR(8))",
        "INSERT INTO reading VALUES (1, 1e15, 16777217, 'Éa'), (2, -1.5e-16, 33.3333, 'x'), (3, 0.1, -1.23456e-5, ''),"
                + " (4, 123456789012345678, 1e12, 'b')",
        // the target gets this check at the cutover
        "CREATE TABLE sold (id INT PRIMARY KEY, n INT, price DECIMAL(8,2), total DECIMAL(10,2), note VARCHAR(20),"
                + " CONSTRAINT sold_total CHECK (total = n * price))",
        "INSERT INTO sold VALUES (1, 2, 1.50, 3.00, NULL), (2, 1, 4.25, 4.25, 'a'), (3, 0, 1.00, 0.00, 'b')",
        "CREATE TABLE file (id INT PRIMARY KEY, body BLOB, hash VARBINARY(8), uuid BINARY(4))",
        "INSERT INTO file VALUES (1, X'00FF', X'4142', X'00010203'), (2, X'', X'', X'FF'), (3, NULL, NULL, NULL)",
        "CREATE TABLE moment (id INT PRIMARY KEY, at DATETIME(3))",
        "INSERT INTO moment VALUES (1, '2023-12-31 23:50:00'), (2, '2024-01-01 00:10:00'), (3, '2024-01-01 00:00:00.001'),"
                + " (4, '2023-12-30 23:50:00.5'), (5, NULL), (6, '2024-02-29 00:00:00')",
        "CREATE TABLE stamped (id INT PRIMARY KEY, ts TIMESTAMP NULL, ts3 TIMESTAMP(3) NULL, d DATETIME(3), h TIME(2), note VARCHAR(60))",
        "INSERT INTO stamped VALUES (1, '2020-01-02 03:04:05', '2020-01-02 03:04:05.5', '2020-01-02 03:04:05.25', '10:11:12.5', 'x'),"
                + " (2, '2021-12-31 23:59:59', NULL, NULL, '01:00:00', NULL)",
        "CREATE TABLE flagged (id INT PRIMARY KEY, closed BIT(1), note VARCHAR(20))",
        "INSERT INTO flagged VALUES (1, b'0', NULL), (2, b'1', 'a'), (3, NULL, 'b')"
    };

    /** Objects that both targets have with these results. */
    private static final String[] OF_BOTH = {
        // argument-types: DATETIME and strings for DATE
        "CREATE FUNCTION day_of(p DATE) RETURNS VARCHAR(20) NO SQL RETURN p",
        "CREATE FUNCTION visited(p_id INT) RETURNS VARCHAR(20) READS SQL DATA"
                + " RETURN (SELECT day_of(at) FROM visit WHERE id = p_id)",
        "CREATE VIEW visit_days AS SELECT id, day_of(at) AS day FROM visit",
        // enum-literals
        "CREATE PROCEDURE close_account(IN p_id INT) UPDATE account SET state = 'CLOSED ' WHERE id = p_id",
        "CREATE PROCEDURE add_visit(IN p_id INT) INSERT INTO visit (id, account, kind) VALUES (COALESCE(p_id, 0) + 100, p_id, 'New'),"
                + " (COALESCE(p_id, 0) + 200, p_id, 'old')",
        "CREATE TRIGGER first_kind BEFORE UPDATE ON visit FOR EACH ROW IF NEW.kind IS NULL THEN SET NEW.kind = 'NEW'; END IF",
        // assignments
        "CREATE PROCEDURE pay(IN p_id INT) UPDATE account SET balance = balance + 1.005, note = balance WHERE id = p_id",
        // char-blanks
        "CREATE VIEW branch_codes AS SELECT id, CONCAT(code, '-', region) AS name, LENGTH(code) AS n, LPAD(region, 4, '*') AS p"
                + " FROM branch",
        // limits
        "CREATE PROCEDURE some_accounts(IN p INT) SELECT id FROM account ORDER BY id LIMIT p",
        // row-counts: SET of a local variable keeps the count, a query and an error do not
        "CREATE PROCEDURE counted(IN p_id INT) BEGIN DECLARE x INT; DECLARE q VARCHAR(60) DEFAULT '';"
                + " DELETE FROM visit WHERE account = p_id; SET x = 5; SET q = CONCAT(q, ROW_COUNT());"
                + " SELECT 1 INTO x; SET q = CONCAT(q, ',', ROW_COUNT()); UPDATE measure SET n = n + 1 WHERE id > 2;"
                + " SET q = CONCAT(q, ',', ROW_COUNT()); BEGIN DECLARE CONTINUE HANDLER FOR 1062 SET q = CONCAT(q, ',', ROW_COUNT());"
                + " INSERT INTO measure (id) VALUES (1); END; SET q = CONCAT(q, ',', ROW_COUNT()); INSERT INTO noted (what) VALUES (q); END",
        // enums: the number of the member
        "CREATE VIEW state_numbers AS SELECT id, state + 0 AS n, state > 1 AS later, state BETWEEN 1 AND 2 AS known FROM branch",
        // floating: a number with an exponent is no decimal
        "CREATE VIEW approximate AS SELECT id, 0.1e0 + 0.2e0 = 0.3e0 AS same, n * 1.5e0 AS more FROM measure",
        // bytes
        "CREATE PROCEDURE store_bytes(IN p_id INT) BEGIN UPDATE file SET body = X'00ff27', hash = 0x123, uuid = b'1000001' WHERE id = p_id;"
                + " INSERT INTO file VALUES (COALESCE(p_id, 0) + 10, _binary'it''s\\0', x'', X'FE'), (COALESCE(p_id, 0) + 20, b'1', x'5c', x'00'); END",
        // the deleted table next to others
        "CREATE PROCEDURE drop_visits(IN p_id INT) BEGIN DELETE v FROM visit v JOIN account a ON a.id = v.account WHERE a.id = p_id OR a.note IS NULL;"
                + " DELETE x FROM branch x, branch y WHERE x.id > y.id AND y.id = p_id; END",
        "CREATE VIEW in_both AS SELECT id FROM account INTERSECT SELECT id FROM visit UNION (SELECT id FROM branch EXCEPT SELECT 1)",
        // a literal that MySQL shows as a column with a default, which it refuses to evaluate
        "CREATE VIEW marks AS SELECT id, X'41' AS mark FROM branch",
        // a member needs a person without one
        "CREATE PROCEDURE add_member(IN p_person INT) INSERT INTO member (id) VALUES (p_person)",
        // rows with geometries are generated
        "CREATE VIEW places AS SELECT id, name, at, area FROM place",
        // the last execution sees all rows of its statement on both sides; the others do not on the source
        "CREATE TRIGGER count_visits AFTER INSERT ON visit FOR EACH ROW UPDATE account SET note ="
                + " (SELECT COUNT(*) FROM visit WHERE account = NEW.account) WHERE id = NEW.account",
        "CREATE TRIGGER count_branches AFTER INSERT ON branch FOR EACH ROW INSERT INTO noted (what) SELECT COUNT(*) FROM branch",
        // fails only with arguments that no call has
        "CREATE PROCEDURE fail_rarely(IN p_id INT) BEGIN INSERT INTO noted (what) VALUES ('rare');"
                + " IF p_id * 2 = 7654321 THEN SIGNAL SQLSTATE '45000'; END IF; END",
        // bits
        "CREATE PROCEDURE close_flagged(IN p_id INT) BEGIN UPDATE flagged SET closed = 0 WHERE id = p_id;"
                + " UPDATE flagged SET closed = 1, note = 'x' WHERE id = p_id + 1; INSERT INTO flagged VALUES (COALESCE(p_id, 0) + 10, TRUE, 'y'); END",
        // slashes behind blanks
        "CREATE FUNCTION half(p DOUBLE, q DOUBLE) RETURNS DOUBLE DETERMINISTIC BEGIN DECLARE m DOUBLE DEFAULT 0; SET m = p / 2 + q\n / 4;"
                + " RETURN m; END",
        "CREATE PROCEDURE halve(IN p_id INT, IN p_rows INT) BEGIN DECLARE m DOUBLE DEFAULT 0; BEGIN IF p_rows > 1 THEN SET m = p_id / 8e0;"
                + " END IF; END; UPDATE measure SET f = m WHERE id = p_id; END",
        // statements that violate the check are left out
        "CREATE TRIGGER note_sold BEFORE UPDATE ON sold FOR EACH ROW SET NEW.note = CONCAT('n', NEW.n)",
        // set-values
        "CREATE PROCEDURE note_tags(IN p_id INT) INSERT INTO noted (what, tags) SELECT owner, tags FROM account WHERE id = p_id",
        "CREATE VIEW visits_by_day AS SELECT DATE(at) AS day, account, COUNT(*) AS n FROM visit GROUP BY DATE(at), account WITH ROLLUP",
        "CREATE VIEW chain AS WITH RECURSIVE c AS (SELECT id, CAST(what AS CHAR(80)) AS path FROM noted WHERE id = 1 UNION ALL"
                + " SELECT n.id, CONCAT(c.path, '/', n.what) FROM noted n JOIN c ON n.id = c.id + 1) SELECT * FROM c",
        // locks the rows that it reads until the transaction ends
        "CREATE PROCEDURE has_accounts(OUT p BOOLEAN) BEGIN DECLARE n INT; SET n = (SELECT COUNT(*) FROM account); SET p = n > 2; END",
        // the target gets the unique index of an expression at the cutover
        "CREATE TABLE mailbox (id INT PRIMARY KEY, mail VARCHAR(40) NOT NULL, UNIQUE KEY one ((LOWER(mail))))",
        "INSERT INTO mailbox VALUES (1, 'Ada@x'), (2, 'bob@x')",
        "CREATE TRIGGER note_mail AFTER INSERT ON mailbox FOR EACH ROW INSERT INTO noted (what) VALUES (NEW.mail)",
        // executed on copies
        "CREATE PROCEDURE move_balance(IN p_id INT, IN p_amount DECIMAL(10,2)) BEGIN START TRANSACTION;"
                + " UPDATE account SET balance = balance - p_amount WHERE id = p_id;"
                + " IF (SELECT balance FROM account WHERE id = p_id) < 0 THEN ROLLBACK; ELSE COMMIT; END IF; END",
        "CREATE PROCEDURE leave_open(IN p_id INT) BEGIN START TRANSACTION; UPDATE branch SET region = 'O' WHERE id = p_id; END",
        "CREATE PROCEDURE name_database(IN p_id INT) BEGIN UPDATE gf_e2e_rewrites.branch SET region = 'D' WHERE id = p_id;"
                + " COMMIT; END",
        "CREATE PROCEDURE create_rows(IN p_id INT) BEGIN DROP TABLE IF EXISTS chosen; CREATE TABLE chosen AS"
                + " SELECT id, region FROM branch WHERE id >= p_id; END"
    };

    private static final String[] OF_DOLPHIN = {
        // printed-times
        "CREATE VIEW stamped_times AS SELECT id, CONCAT(ts, ' by ', note) AS a, CONCAT_WS('/', ts3, d) AS b, IFNULL(ts3, 'never') AS c,"
                + " CAST(ts AS CHAR) AS e, LEFT(d, 21) AS f, CONCAT(d + INTERVAL 1 DAY) AS g FROM stamped WHERE ts LIKE '%5' OR id = 2",
        "CREATE VIEW last_stamped AS SELECT GROUP_CONCAT(ts ORDER BY id) AS a, CONCAT(MAX(ts), MIN(d)) AS b FROM stamped",
        "CREATE TRIGGER note_stamped AFTER UPDATE ON stamped FOR EACH ROW INSERT INTO noted (what) VALUES (CONCAT(OLD.ts, NEW.d)), (OLD.ts3)",
        // variables and parameters of type BIT
        "CREATE PROCEDURE flag(IN p_closed BIT(1), IN p_id INT) BEGIN DECLARE f BIT DEFAULT b'0'; DECLARE g BIT(3);"
                + " SELECT closed INTO f FROM flagged WHERE id = p_id; SET g = p_id; IF f = b'1' OR p_closed = 1 THEN"
                + " UPDATE flagged SET closed = p_closed, note = g + 1 WHERE id = p_id; ELSE UPDATE flagged SET closed = f; END IF; END",
        "CREATE FUNCTION is_closed(p_id INT) RETURNS BIT(1) READS SQL DATA BEGIN DECLARE f BIT(1) DEFAULT 0;"
                + " SELECT closed INTO f FROM flagged WHERE id = p_id; IF f THEN RETURN 1; END IF; RETURN f; END",
        // the accounts of both sides
        "CREATE TRIGGER note_branch AFTER UPDATE ON branch FOR EACH ROW INSERT INTO noted (what) VALUES (USER())",
        "CREATE VIEW readings AS SELECT id, CONCAT(f, '') AS a, CONCAT(f * 3, '') AS b, CONCAT(g, '') AS c, label LIKE '%a' AS e,"
                + " INSTR(label, 'è') AS h FROM reading",
        "CREATE VIEW searches AS SELECT id, INSTR(name, 'Éö') AS a, LOCATE('äb', name) AS b, FIND_IN_SET('eo', name) AS c,"
                + " POSITION('e' IN name) AS e, LOCATE('C', name, 2) AS g FROM measure",
        "CREATE FUNCTION no_none(p VARCHAR(10)) RETURNS VARCHAR(10) NO SQL RETURN NULLIF(p, 'None')",
        "CREATE FUNCTION place(p VARCHAR(10)) RETURNS INT NO SQL RETURN FIELD(p, 'x', 'B') + INSTR(p, 'B') * 10",
        "CREATE VIEW with_b AS SELECT id, INSTR(owner, 'B') AS i, owner REGEXP '^B' AS r FROM account",
        "CREATE FUNCTION share_of(p_id INT) RETURNS VARCHAR(40) READS SQL DATA"
                + " RETURN (SELECT CONCAT(balance / 3, '/', p_id / 7) FROM account WHERE id = p_id)",
        "CREATE VIEW either AS SELECT id, balance FROM account UNION SELECT id, account FROM visit",
        // dolphin's LOWER would return the number of the member, and it has no CHAR_LENGTH of an ENUM
        "CREATE VIEW branch_states AS SELECT id, LOWER(state) AS s, CHAR_LENGTH(state) AS n FROM branch",
        // dolphin would evaluate (p + 6) DIV 2, and ~(p + 1)
        "CREATE FUNCTION in_other_order(p INT) RETURNS VARCHAR(60) NO SQL"
                + " RETURN CONCAT(p + 6 DIV 2, '/', 7 DIV 2 * p, '/', ~p + 1, '/', p < 3 IS NULL)",
        // shows a result only with rows around the present time, and a value of a user variable
        "CREATE VIEW bit_sums AS SELECT id, n | 8 AS a, n & -8 AS b, n << 2 AS c, n >> 1 AS e, n << 64 AS g, d | 1 AS h, f | 1 AS i,"
                + " n & 3 AS j, (n = 7) | 2 AS k, 1 << 40 AS l FROM measure",
        "CREATE VIEW bit_totals AS SELECT BIT_OR(n) AS a, BIT_AND(n) AS b, BIT_XOR(n) AS c FROM measure WHERE id > 90",
        "CREATE VIEW quotients AS SELECT id, FLOOR(d / 3 * 3) AS a, n / 7 * 7 = n AS b, ROUND(d / 3, 8) AS c, d / 3 / 7 * 21 AS e,"
                + " FLOOR(10 / 3 * 3) AS g FROM measure",
        "CREATE VIEW halves AS SELECT id, CAST(f AS SIGNED) AS a, FORMAT(f, 0) AS b, f % 1 AS c, CAST(2.5e0 AS SIGNED) AS e,"
                + " CAST(2.5 AS SIGNED) AS g FROM measure",
        "CREATE VIEW printed AS SELECT id, CONCAT(f, '') AS a, CONCAT(f / 3) AS b, CAST(f * 3 AS CHAR) AS c FROM measure",
        "UPDATE measure SET late = '-01:30:15.75' WHERE id = 2",
        "UPDATE measure SET late = '-272:59:59' WHERE id = 5",
        "CREATE VIEW parts AS SELECT id, HOUR(late) AS a, MINUTE(late) AS b, SECOND(late) AS c, HOUR(q.x) AS e FROM measure"
                + " JOIN (SELECT id AS other, late AS x FROM measure) q ON q.other = id",
        "CREATE VIEW derived_letters AS SELECT q.id, LOWER(q.n) AS a, UPPER(q.n) AS b FROM (SELECT id, name AS n FROM measure) q",
        "CREATE PROCEDURE store_numbers(IN p DOUBLE, IN p_n INT) BEGIN UPDATE measure SET n = p, f = p_n / 7 WHERE id = 1;"
                + " INSERT INTO measure VALUES (50, p, p_n / 3, p_n / 3, NULL, NULL); END",
        "CREATE TRIGGER note_person AFTER INSERT ON person FOR EACH ROW INSERT INTO noted (what) VALUES (CONCAT('p', NEW.id))",
        "CREATE PROCEDURE number_of(IN p_name VARCHAR(20)) BEGIN DECLARE n INT; INSERT INTO account (owner, balance) VALUES ('new', 1);"
                + " SET n = LAST_INSERT_ID(); INSERT INTO person VALUES (70, p_name);"
                + " INSERT INTO measure (id, n) VALUES (60, LAST_INSERT_ID() - n); END",
        "CREATE TRIGGER note_visit AFTER UPDATE ON visit FOR EACH ROW IF NEW.at > NOW() AND @account IS NOT NULL THEN"
                + " INSERT INTO account (owner, balance) VALUES (NEW.id, 1); UPDATE account SET note = 'v' WHERE id = @account; END IF",
        // the alias of the inserted row
        "CREATE PROCEDURE merge_measure(IN p_id INT) INSERT INTO measure (id, n, name) VALUES (p_id, 5, 'm') AS fresh"
                + " ON DUPLICATE KEY UPDATE n = fresh.n + COALESCE(measure.n, 0), name = fresh.name",
        // New Year, fractions of seconds, and no date
        "SET SESSION sql_mode = ''",
        "INSERT INTO moment VALUES (7, '0000-00-00 00:00:00')",
        "SET SESSION sql_mode = DEFAULT",
        "CREATE VIEW hours_apart AS SELECT a.id AS a, b.id AS b, TIMESTAMPDIFF(HOUR, a.at, b.at) AS h, TIMESTAMPDIFF(DAY, a.at, b.at) AS d,"
                + " TIMESTAMPDIFF(MICROSECOND, a.at, '2024-01-01') AS m FROM moment a, moment b",
        "CREATE PROCEDURE merge_named(IN p_id INT) INSERT INTO measure (id, n, name) VALUES (p_id, 5, 'm') AS fresh (i, name, m)"
                + " ON DUPLICATE KEY UPDATE n = fresh.name + COALESCE(n, 0), name = m",
        "CREATE PROCEDURE replace_measure(IN p DOUBLE, IN p_n INT) BEGIN REPLACE INTO measure (id, n, f, name) VALUES (1, p, p_n / 7, p * 3);"
                + " REPLACE measure SET id = 2, n = p + 0.5e0, name = p; REPLACE INTO measure (id, n) SELECT id, f FROM reading WHERE f < 1e9; END",
        // halves are rounded in each query
        "CREATE PROCEDURE unite_measure(IN p INT) INSERT INTO measure (id, n, name) SELECT 90, p, 'p' UNION ALL"
                + " SELECT 91, p % 100 + 0.5e0, 1 / 8e0 UNION ALL SELECT id + 91, f, f FROM reading WHERE f < 1e9",
        // the name before FROM
        "CREATE PROCEDURE drop_noted(IN p_id INT) DELETE x FROM noted AS x WHERE x.id = p_id"
    };

    @Test
    void hasTheResultsOfTheSource() throws Exception {
        CommandRun run = verify("gf_e2e_rewrites", OF_BOTH);
        boolean isDolphin = Servers.targetForm() == TargetForm.DOLPHIN;
        Map<String, String> expected = new TreeMap<>();
        expected.put("marks", "BY_HAND");
        expected.put("count_branches", "DIFFERS");
        expected.put("fail_rarely", "COMPILES");
        expected.put("name_database", "COMPILES");
        expected.put("leave_open", isDolphin ? "DIFFERS" : "COMPILES");
        expected.put("move_balance", isDolphin ? "EXECUTED" : "COMPILES");
        expected.put("create_rows", isDolphin ? "EXECUTED" : "COMPILES");
        expected.putAll(executed(
                "day_of",
                "visited",
                "visit_days",
                "close_account",
                "add_visit",
                "first_kind",
                "pay",
                "branch_codes",
                "some_accounts",
                "counted",
                "state_numbers",
                "approximate",
                "add_member",
                "places",
                "count_visits",
                "close_flagged",
                "store_bytes",
                "in_both",
                "drop_visits",
                "half",
                "halve",
                "note_tags",
                "note_mail",
                "has_accounts",
                "visits_by_day",
                "chain",
                "note_sold"));
        assertThat(ObjectsIT.states(run)).as(run.output()).isEqualTo(expected);
        assertThat(run.output())
                .contains(
                        "SIGNAL after changes of rows, which only the source keeps",
                        "by a constraint that the target does not have yet");
        if (isDolphin) {
            assertThat(run.output())
                    .contains(
                            "calls equal on copies without foreign keys of account",
                            "names its database, so that it is not executed on copies");
        }
        assertThat(run.output()).contains("CHAR_BLANKS", "ARGUMENT_TYPES", "ENUM_LITERALS", "ASSIGNMENTS", "LIMITS");
    }

    @Test
    void hasTheResultsOfTheSourceWithDolphin() throws Exception {
        assumeTrue(
                Servers.targetForm() == TargetForm.DOLPHIN,
                "the stand-in has neither dolphin's functions nor its user variables");
        CommandRun run = verify("gf_e2e_rewrites_b", OF_DOLPHIN);
        assertThat(ObjectsIT.states(run))
                .as(run.output())
                .isEqualTo(executed(
                        "stamped_times",
                        "last_stamped",
                        "note_stamped",
                        "readings",
                        "searches",
                        "no_none",
                        "place",
                        "with_b",
                        "share_of",
                        "either",
                        "branch_states",
                        "note_visit",
                        "in_other_order",
                        "bit_sums",
                        "bit_totals",
                        "quotients",
                        "halves",
                        "printed",
                        "parts",
                        "derived_letters",
                        "store_numbers",
                        "note_person",
                        "number_of",
                        "note_branch",
                        "flag",
                        "is_closed",
                        "merge_measure",
                        "merge_named",
                        "hours_apart",
                        "replace_measure",
                        "unite_measure",
                        "drop_noted"));
        assertThat(run.output())
                .contains(
                        "with generated rows in",
                        "with values of @account",
                        "with the names of both accounts as equal",
                        "DIGITS",
                        "PRINTED_TIMES",
                        "PRECEDENCE");
    }

    private static CommandRun verify(String database, String[] objects) throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of(database, source.address())) {
            migration.source(TABLES);
            migration.source(objects);
            migration.start();
            migration.awaitCaughtUp();
            CommandRun run = ObjectsIT.objects(migration, "verify", "--execute-on-source", "copy");
            assertThat(copies(migration)).as("databases of proofs").isEmpty();
            return run;
        }
    }

    /** Returns the databases with copies, of both sides. */
    static List<String> copies(Migration migration) throws Exception {
        List<String> copies = new ArrayList<>(
                migration.targetRows("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'gaussferry_proof%'"));
        try (Connection source = migration.openSource()) {
            copies.addAll(Sql.list(
                    source,
                    row -> row.getString(1),
                    "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'gaussferry_proof%'"));
        }
        return copies;
    }

    private static Map<String, String> executed(String... names) {
        Map<String, String> states = new TreeMap<>();
        for (String name : names) {
            states.put(name, "EXECUTED");
        }
        return states;
    }
}
