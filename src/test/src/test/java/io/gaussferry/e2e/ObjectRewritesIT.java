package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
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
                + " opened DATE)",
        "INSERT INTO account (owner, balance, note, opened) VALUES ('Ann', 100.00, 'first', '2024-01-05'),"
                + " ('bob', 50.50, NULL, '2024-02-29'), ('Cid', 0.01, 'b1', '2023-12-31')",
        "CREATE TABLE visit (id INT PRIMARY KEY, at DATETIME, account INT, kind ENUM('new', 'OLD'))",
        "INSERT INTO visit VALUES (1, '2024-03-01 23:59:59', 1, 'new'), (2, '2024-03-02 00:00:00', 2, 'OLD')",
        "CREATE TABLE branch (id INT PRIMARY KEY, code CHAR(6), region CHAR(4), state ENUM('Open', 'shut'))",
        "INSERT INTO branch VALUES (1, 'a', 'N', 'Open'), (2, 'abcdef', '', 'shut'), (3, 'x', 'East', NULL)"
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
        "CREATE PROCEDURE some_accounts(IN p INT) SELECT id FROM account ORDER BY id LIMIT p"
    };

    private static final String[] OF_DOLPHIN = {
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
        "CREATE TRIGGER note_visit AFTER UPDATE ON visit FOR EACH ROW IF NEW.at > NOW() AND @account IS NOT NULL THEN"
                + " INSERT INTO account (owner, balance) VALUES (NEW.id, 1); UPDATE account SET note = 'v' WHERE id = @account; END IF"
    };

    @Test
    void hasTheResultsOfTheSource() throws Exception {
        CommandRun run = verify("gf_e2e_rewrites", OF_BOTH);
        assertThat(ObjectsIT.states(run))
                .as(run.output())
                .isEqualTo(executed(
                        "day_of",
                        "visited",
                        "visit_days",
                        "close_account",
                        "add_visit",
                        "first_kind",
                        "pay",
                        "branch_codes",
                        "some_accounts"));
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
                        "no_none",
                        "place",
                        "with_b",
                        "share_of",
                        "either",
                        "branch_states",
                        "note_visit",
                        "in_other_order"));
        assertThat(run.output()).contains("with generated rows in", "with values of @account", "DIGITS", "PRECEDENCE");
    }

    private static CommandRun verify(String database, String[] objects) throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of(database, source.address())) {
            migration.source(TABLES);
            migration.source(objects);
            migration.start();
            migration.awaitCaughtUp();
            return ObjectsIT.objects(migration, "verify", "--execute-on-source", "rollback");
        }
    }

    private static Map<String, String> executed(String... names) {
        Map<String, String> states = new TreeMap<>();
        for (String name : names) {
            states.put(name, "EXECUTED");
        }
        return states;
    }
}
