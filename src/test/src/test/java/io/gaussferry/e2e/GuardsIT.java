package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Verifies that the target refuses values that MySQL would refuse, from the switch to the return, and only these. */
class GuardsIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}";

    private static final String TABLE = "CREATE TABLE v (id INT PRIMARY KEY, western VARCHAR(10) CHARACTER SET latin1,"
            + " plain VARCHAR(10) CHARACTER SET ascii, basic VARCHAR(10) CHARACTER SET utf8mb3,"
            + " japanese VARCHAR(10) CHARACTER SET sjis, short TINYTEXT, shorter TINYTEXT CHARACTER SET latin1, blob_ TINYBLOB,"
            + " bytes VARBINARY(4), instant TIMESTAMP NULL, moment DATETIME(6), day DATE, single FLOAT, number DOUBLE,"
            + " positive DOUBLE UNSIGNED, money DECIMAL(5,2), tiny TINYINT, utiny TINYINT UNSIGNED, medium MEDIUMINT,"
            + " umedium MEDIUMINT UNSIGNED, ubig BIGINT UNSIGNED, vintage YEAR, members SET('a','b'))";

    /** Values that a guard refuses on every target, as column and SQL. */
    private static final List<String> GUARDED = List.of(
            "western '表'",
            "plain 'é'",
            "basic '😀'",
            "japanese '😀'",
            "short repeat('x', 256)",
            "short repeat('é', 128)",
            "shorter repeat('x', 256)",
            "instant '2038-01-19 03:14:08+00'",
            "instant '1970-01-01 00:00:00+00'",
            "instant 'infinity'",
            "moment '10000-01-01 00:00:00'",
            "moment 'infinity'",
            "day '10000-01-01'",
            "day 'infinity'",
            "single 'NaN'",
            "single 'Infinity'",
            "number 'NaN'",
            "number '-Infinity'",
            "positive -1",
            "positive 'NaN'",
            "money 'NaN'",
            "umedium 16777216",
            "medium 8388608",
            "medium -8388609");

    /** Values that types of dolphin refuse, and guards elsewhere. */
    private static final List<String> REFUSED = List.of(
            "blob_ '" + "x".repeat(256) + "'",
            "bytes 'abcde'",
            "tiny 128",
            "tiny -129",
            "utiny -1",
            "utiny 256",
            "umedium -1",
            "ubig -1",
            "ubig 18446744073709551616",
            "vintage 1900",
            "vintage 2156",
            "members 'c'");

    @Test
    void refusesUntilTheReturnWhatMySqlRefuses() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_guards", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    TABLE,
                    "INSERT INTO v (id, western, instant) VALUES (1, 'é', '2026-01-01 00:00:00'), (2, NULL, NULL)",
                    "CREATE TABLE person (id INT PRIMARY KEY, name VARCHAR(20), CONSTRAINT named CHECK (name <> ''),"
                            + " UNIQUE KEY by_name (name))",
                    "CREATE TABLE parted (id INT PRIMARY KEY) PARTITION BY RANGE (id)"
                            + " (PARTITION low VALUES LESS THAN (10), PARTITION high VALUES LESS THAN (100))");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            requireListed(api.steer("api/cutover/check", "{}"), migration.database());
            switchOver(api);
            assertThat(guards(migration)).isGreaterThan(15);

            boolean isDolphin = Servers.targetForm() == TargetForm.DOLPHIN;
            for (String value : GUARDED) {
                requireRefused(migration, value, true);
            }
            for (String value : REFUSED) {
                requireRefused(migration, value, !isDolphin);
            }
            assertThatThrownBy(() -> migration.target("INSERT INTO person VALUES (1, '')"))
                    .hasMessageContaining("gaussferry_guard_check_named");
            assertThatThrownBy(() -> migration.target("INSERT INTO parted VALUES (100)"))
                    .hasMessageMatching("(?s).*(gaussferry_guard_partitions|does not map to any table partition).*");
            assertThatThrownBy(() -> migration.target("UPDATE v SET western = '表' WHERE id = 1"))
                    .hasMessageContaining("gaussferry_guard_western_characters");
            migration.target(
                    "INSERT INTO v VALUES (10, 'é€ÿ', 'z', '表', '表テ', repeat('é', 127), repeat('é', 255), '"
                            + "x".repeat(255)
                            + "', 'abcd', '2038-01-19 03:14:07+00', '9999-12-31 23:59:59.999999', '9999-12-31', '3.4028235e38',"
                            + " '1.7976931348623157e308', 0, 999.99, 127, 255, 8388607, 16777215, 18446744073709551615, 2155, 'a,b')",
                    "INSERT INTO v VALUES (11, '', '', '', '', '', '', '', '', '1970-01-01 00:00:01+00', '0001-01-01 00:00:00',"
                            + " '0001-01-01', '-3.4028235e38', '-1.7976931348623157e308', 0.5, -999.99, -128, 0, -8388608, 0, 0,"
                            + " 1901, '')",
                    "UPDATE v SET number = 1 WHERE id IN (1, 2)",
                    "INSERT INTO person VALUES (1, NULL), (2, ' x')",
                    "INSERT INTO parted VALUES (99)");
            Server mysql = new Server(source.address());
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(mysql.value("SELECT COUNT(*) FROM " + migration.database() + ".parted"))
                                    .isEqualTo("1"));
            migration.awaitSameContent();

            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"the night is over\"}");
            migration.daemon().awaitReturned();
            assertThat(guards(migration)).isZero();

            migration.stop();
            migration.cutoverSetting("guards: off");
            Api again = Api.of(migration.start());
            migration.assertEqualContent();
            assertThat(again.steer("api/cutover/check", "{}").path("findings").toString())
                    .contains("guards are off");
            switchOver(again);
            assertThat(guards(migration)).isZero();
            migration.target("INSERT INTO v (id, western) VALUES (20, '表')");
        }
    }

    private static void requireListed(JsonNode check, String database) {
        String values = check.path("plan").path("targetOnly").toString();
        assertThat(values)
                .contains("{\"location\":\"" + database
                        + ".v.western\",\"values\":\"characters outside latin1\",\"guard\":\"FULL\"}")
                .contains("{\"location\":\"" + database + ".person, unique key by_name\"")
                .contains("\"guard\":\"NONE\"")
                .contains("\"guard\":\"PARTIAL\"");
    }

    private static void requireRefused(Migration migration, String value, boolean byGuard) {
        String column = value.substring(0, value.indexOf(' '));
        assertThatThrownBy(() -> migration.target(
                        "INSERT INTO v (id, " + column + ") VALUES (9, " + value.substring(column.length() + 1) + ")"))
                .as(value)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(byGuard ? "gaussferry_guard_" + column + "_" : "");
    }

    private static long guards(Migration migration) throws SQLException {
        return Long.parseLong(Servers.target()
                .value("SELECT COUNT(*) FROM pg_catalog.pg_constraint k"
                        + " JOIN pg_catalog.pg_namespace n ON n.oid = k.connamespace WHERE n.nspname = '"
                        + migration.database()
                        + "' AND k.conname LIKE 'gaussferry_guard%'"));
    }

    private static void switchOver(Api api) throws Exception {
        api.steer("api/cutover/start", START);
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
    }
}
