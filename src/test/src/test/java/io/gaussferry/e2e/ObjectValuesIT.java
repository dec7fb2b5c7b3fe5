package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Functions that {@code objects verify} claims as executed return on the target what MySQL's documentation says, also for values that the
 * verification did not try. The expected values are written by hand; {@code error} means that the call fails.
 */
class ObjectValuesIT {

    private static final String ERROR = "error";

    /** openGauss fails to store the source of a routine in its own catalog otherwise. */
    private static final String WITHOUT_SOURCES =
            "SELECT set_config(name, concat(setting, ',skip_insert_gs_source'), false)"
                    + " FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'";

    private static final String[] FUNCTIONS = {
        "CREATE FUNCTION tiny(p TINYINT) RETURNS INT NO SQL RETURN p",
        "CREATE FUNCTION utiny(p TINYINT UNSIGNED) RETURNS INT NO SQL RETURN p",
        "CREATE FUNCTION med(p MEDIUMINT) RETURNS INT NO SQL RETURN p",
        "CREATE FUNCTION whole(p INT) RETURNS BIGINT NO SQL RETURN p",
        "CREATE FUNCTION big(p BIGINT) RETURNS BIGINT NO SQL RETURN p",
        "CREATE FUNCTION amount(p DECIMAL(5,2)) RETURNS DECIMAL(7,2) NO SQL RETURN p",
        "CREATE FUNCTION coded(p VARCHAR(3)) RETURNS VARCHAR(9) NO SQL RETURN CONCAT(p, '.')",
        "CREATE FUNCTION is_admin(p VARCHAR(10)) RETURNS INT NO SQL BEGIN IF p = 'admin' THEN RETURN 1; END IF; RETURN 0; END",
        "CREATE FUNCTION is_exact(p VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin) RETURNS INT NO SQL"
                + " BEGIN IF p = 'admin' THEN RETURN 1; END IF; RETURN 0; END",
        "CREATE FUNCTION kind(p VARCHAR(10)) RETURNS INT NO SQL"
                + " BEGIN CASE p WHEN 'a' THEN RETURN 1; WHEN 'b' THEN RETURN 2; ELSE RETURN 0; END CASE; END",
        "CREATE FUNCTION starts_ad(p VARCHAR(10)) RETURNS INT NO SQL BEGIN IF p LIKE 'ad%' THEN RETURN 1; END IF; RETURN 0; END",
        "CREATE FUNCTION listed(p VARCHAR(10)) RETURNS INT NO SQL BEGIN IF p IN ('x', 'y') THEN RETURN 1; END IF; RETURN 0; END",
        "CREATE FUNCTION state_of(p ENUM('new', 'done')) RETURNS VARCHAR(9) NO SQL RETURN CONCAT(p, '.')",
        "CREATE FUNCTION divided(p INT) RETURNS INT NO SQL BEGIN DECLARE v INT; SET v = 10 / p; RETURN v; END",
        "CREATE FUNCTION divided_if(p INT) RETURNS INT NO SQL BEGIN DECLARE v INT; SET v = IF(p = 0, 0, 10 / p); RETURN v; END",
        "CREATE FUNCTION with_bit(p INT) RETURNS VARCHAR(40) NO SQL RETURN CONCAT(p | 8, '/', p << 62)",
        "CREATE FUNCTION nearest(p DOUBLE) RETURNS INT NO SQL BEGIN DECLARE v INT; SET v = p; RETURN v; END",
        "CREATE FUNCTION cast_of(p DOUBLE) RETURNS INT NO SQL RETURN CAST(p AS SIGNED)",
        "CREATE FUNCTION thirds(p INT) RETURNS INT NO SQL RETURN FLOOR(p / 3 * 3)",
        "CREATE FUNCTION seventh(p INT) RETURNS DECIMAL(20,12) NO SQL RETURN p / 7",
        "CREATE FUNCTION clock_of(p TIME) RETURNS INT NO SQL RETURN HOUR(p) * 100 + MINUTE(p)",
        "CREATE FUNCTION place_of(p ENUM('new', 'done')) RETURNS INT NO SQL RETURN p * 10",
        "CREATE FUNCTION spot(p VARCHAR(9)) RETURNS INT NO SQL RETURN INSTR('crème', p) * 10 + FIND_IN_SET(p, 'a,É')",
        "CREATE FUNCTION printed(p DOUBLE) RETURNS VARCHAR(40) NO SQL RETURN CONCAT(p, '/', p * 2)",
        "CREATE FUNCTION portion(p INT, q INT) RETURNS DECIMAL(10,2) NO SQL RETURN p / q",
        "CREATE FUNCTION formatted(p DECIMAL(10,3)) RETURNS VARCHAR(20) NO SQL RETURN FORMAT(p, 1)",
        "CREATE FUNCTION formatted_double(p DOUBLE) RETURNS VARCHAR(40) NO SQL RETURN FORMAT(p, 1)",
        "CREATE FUNCTION micros(p DATETIME(6)) RETURNS VARCHAR(40) NO SQL RETURN DATE_FORMAT(p, '%s.%f')",
        "CREATE FUNCTION plus_text(p DECIMAL(10,3)) RETURNS VARCHAR(40) NO SQL RETURN p + '1'",
        "CREATE FUNCTION cut(p DOUBLE) RETURNS VARCHAR(40) NO SQL RETURN CONCAT(LENGTH(p), '/', LEFT(p, 4), '/', REPLACE(p, '.', ','))",
        "CREATE FUNCTION or_none(p DOUBLE) RETURNS VARCHAR(40) NO SQL RETURN IFNULL(p, 'none')",
        "CREATE FUNCTION third_or_none(p INT) RETURNS VARCHAR(40) NO SQL RETURN IFNULL(p / 3, 'none')",
        "CREATE FUNCTION known(p INT UNSIGNED) RETURNS VARCHAR(20) NO SQL RETURN IF(p IS NULL, -1, p)",
        "CREATE FUNCTION larger(p INT UNSIGNED, q BIGINT UNSIGNED) RETURNS VARCHAR(60) NO SQL RETURN CONCAT(GREATEST(p, 7), '/', GREATEST(q, 7))",
        "CREATE FUNCTION document(p JSON) RETURNS VARCHAR(40) NO SQL RETURN CONCAT(p, '/', LENGTH(p))",
        "SET sql_mode = 'PIPES_AS_CONCAT,STRICT_TRANS_TABLES'",
        "CREATE FUNCTION joined(p VARCHAR(9)) RETURNS VARCHAR(20) NO SQL RETURN p || '-' || p",
        "SET sql_mode = ''",
        "CREATE FUNCTION loose(p VARCHAR(9)) RETURNS VARCHAR(9) NO SQL BEGIN DECLARE v VARCHAR(2); SET v = p; RETURN v; END",
        "CREATE FUNCTION loose_divided(p INT) RETURNS INT NO SQL BEGIN DECLARE v INT; SET v = 10 / p; RETURN v; END"
    };

    private static final String[][] CALLS = {
        {"tiny(127)", "127"},
        {"tiny(-128)", "-128"},
        {"tiny(128)", ERROR},
        {"tiny(-129)", ERROR},
        {"tiny(NULL)", "null"},
        {"utiny(255)", "255"},
        {"utiny(256)", ERROR},
        {"utiny(-1)", ERROR},
        {"med(8388607)", "8388607"},
        {"med(8388608)", ERROR},
        {"whole(2147483647)", "2147483647"},
        {"whole(2147483648)", ERROR},
        {"big(9223372036854775807)", "9223372036854775807"},
        {"big(9223372036854775808)", ERROR},
        {"big(-9223372036854775809)", ERROR},
        {"amount(999.99)", "999.99"},
        {"amount(1000)", ERROR},
        {"amount(-999.99)", "-999.99"},
        {"amount(1.005)", "1.01"},
        {"coded('abc')", "abc."},
        {"coded('abcd')", ERROR},
        {"coded('ab  ')", "ab ."},
        {"is_admin('admin')", "1"},
        {"is_admin('ADMIN')", "1"},
        {"is_admin('admin ')", "0"},
        {"is_admin('root')", "0"},
        {"is_admin(NULL)", "0"},
        {"is_exact('admin')", "1"},
        {"is_exact('ADMIN')", "0"},
        {"is_exact('admin ')", "1"},
        {"kind('A')", "1"},
        {"kind('b ')", "0"},
        {"starts_ad('ADmin')", "1"},
        {"listed('X')", "1"},
        {"listed('z')", "0"},
        {"state_of('NEW')", "new."},
        {"state_of('2')", "done."},
        {"state_of('other')", ERROR},
        {"state_of('')", ERROR},
        {"divided(0)", ERROR},
        {"divided(4)", "3"},
        {"divided(NULL)", "null"},
        {"divided_if(0)", "0"},
        {"with_bit(-7)", "18446744073709551609/4611686018427387904"},
        {"with_bit(4)", "12/0"},
        {"nearest(2.5e0)", "2"},
        {"nearest(3.5e0)", "4"},
        {"nearest(-2.5e0)", "-2"},
        {"cast_of(2.5e0)", "2"},
        {"thirds(10)", "9"},
        {"thirds(9)", "9"},
        {"seventh(1)", "0.142857142000"},
        {"clock_of('-01:30:15')", "130"},
        {"clock_of('-272:59:59')", "27259"},
        {"place_of('done')", "20"},
        {"spot('É')", "32"},
        {"spot('e')", "52"},
        {"spot('M')", "40"},
        {"spot('')", "10"},
        {"spot(NULL)", "null"},
        {"printed(1e15)", "1e15/2e15"},
        {"printed(499999999999999)", "499999999999999/999999999999998"},
        {"printed(-1.5e-7)", "-0.00000015/-0.0000003"},
        {"printed(1e-16)", "1e-16/2e-16"},
        {"printed(0.1)", "0.1/0.2"},
        {"portion(1, 4)", "0.25"},
        {"portion(NULL, 0)", "null"},
        {"portion(1, 0)", ERROR},
        {"formatted(-99.99)", "-100.0"},
        {"formatted(-0.04)", "0.0"},
        {"formatted(1234567.05)", "1,234,567.1"},
        {"formatted_double(123456789012345678)", "123,456,789,012,345,680.0"},
        {"formatted_double(-99.96e0)", "-100.0"},
        {"micros('2024-01-01 00:00:01.001')", "01.001000"},
        {"micros('2024-01-01 00:00:01')", "01.000000"},
        {"plus_text(0.005)", "1.005"},
        {"cut(0.1)", "3/0.1/0,1"},
        {"cut(-1e-7)", "10/-0.0/-0,0000001"},
        {"or_none(0.1)", "0.1"},
        {"or_none(NULL)", "none"},
        {"third_or_none(10)", "3.3333"},
        {"known(NULL)", "-1"},
        {"known(4294967295)", "4294967295"},
        {"larger(4294967295, 18446744073709551615)", "4294967295/18446744073709551615"},
        {"document('{\"b\":1,\"a\":[2,null]}')", "{\"a\": [2, null], \"b\": 1}/24"},
        {"document(NULL)", "null"},
        {"joined('a')", "a-a"},
        {"loose('abcd')", "ab"},
        {"loose_divided(0)", "null"}
    };

    @Test
    void returnsOnTheTargetWhatItClaims() throws Exception {
        assumeTrue(
                Servers.targetForm() == TargetForm.DOLPHIN,
                "the stand-in has neither dolphin's conversions nor its collations");
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_values", source.address())) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY)");
            migration.source(FUNCTIONS);
            requireExpectationsOfSource(migration);
            migration.start();
            migration.awaitCaughtUp();
            CommandRun run = ObjectsIT.objects(migration, "verify");
            assertThat(ObjectsIT.states(run).values()).as(run.output()).containsOnly("EXECUTED");
            try (Connection target = migration.openTarget();
                    Statement statement = target.createStatement()) {
                statement.execute(WITHOUT_SOURCES);
                for (String sql : migration.targetRows(
                        "SELECT statements FROM gaussferry.object WHERE pipeline = '" + migration.pipeline() + "'")) {
                    for (String part : sql.split("\u001e")) {
                        statement.execute(part);
                    }
                }
                assertThat(results(target)).isEqualTo(expected());
            }
        }
    }

    private static void requireExpectationsOfSource(Migration migration) throws SQLException {
        try (Connection source = migration.openSource()) {
            assertThat(results(source)).as("MySQL").isEqualTo(expected());
        }
    }

    private static Map<String, String> expected() {
        Map<String, String> expected = new TreeMap<>();
        for (String[] call : CALLS) {
            expected.put(call[0], call[1]);
        }
        return expected;
    }

    private static Map<String, String> results(Connection connection) throws SQLException {
        Map<String, String> results = new TreeMap<>();
        for (String[] call : CALLS) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT " + call[0])) {
                row.next();
                results.put(call[0], String.valueOf(row.getString(1)));
            } catch (SQLException e) {
                results.put(call[0], ERROR);
            }
        }
        return results;
    }
}
