package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies the parts of tables that replication leaves out: after the switch the target computes generated columns as MySQL does, and
 * refuses what unique functional indexes and checks refuse; a return removes them, and another switch creates them again.
 */
class TablePartsIT {

    private static final String TRIGGERS =
            "SELECT c.relname FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid"
                    + " WHERE t.tgname = '~gf_generated' ORDER BY 1";

    @Test
    void targetComputesAndRefusesWhatMySqlDoes() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_parts", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            boolean dolphin = isDolphin();
            createTables(migration, dolphin);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            requirePlan(api, dolphin);

            switchOver(api);
            assertThat(migration.targetRows(TRIGGERS))
                    .containsExactlyElementsOf(dolphin ? List.of("line", "moment") : List.of("line"));
            // the statements of OBJECTS and ROLLBACK survive the process
            migration.stop();
            Api restarted = Api.of(migration.launch());
            write(migration, dolphin, 1);
            refuse(migration, dolphin);
            awaitMarker(source, migration.database(), 1);
            migration.awaitSameContent();

            restarted.steer(
                    "api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\", \"verify\": \"FULL\"}");
            migration.daemon().awaitReturned();
            assertThat(migration.daemon().errors())
                    .contains("MySQL's values of generated columns written to 0 rows of the target");
            assertThat(migration.targetRows(TRIGGERS)).isEmpty();
            assertThat(migration.targetRows(
                            "SELECT proname FROM pg_catalog.pg_proc WHERE proname LIKE 'gf_generated%'"))
                    .isEmpty();
            migration.source(
                    "INSERT INTO line (qty, price, code) VALUES (8, 2.25, 'back')",
                    "UPDATE line SET qty = qty + 1 WHERE id = 1",
                    "INSERT INTO account VALUES (20, 'new@x')");
            migration.assertEqualContent();

            Api again = Api.of(migration.daemon());
            switchOver(again);
            write(migration, dolphin, 100);
            refuse(migration, dolphin);
            awaitMarker(source, migration.database(), 100);
            migration.awaitSameContent();
            VerifyRun equal = VerifyRun.of(migration);
            assertThat(equal.exitCode()).as(equal::toString).isZero();
        }
    }

    /**
     * A value that the target computes in another way makes a column manual work. If such a value is written only after the switch, the
     * return writes MySQL's. Dolphin's LOWER does not know the letter; the stand-in counts characters before the first.
     */
    @Test
    void rowsDecideWhatTargetGets() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_byrows", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            boolean dolphin = isDolphin();
            String expression = dolphin ? "LOWER(name)" : "SUBSTR(name, CHAR_LENGTH(name) - 1)";
            String unlike = dolphin ? "\u0130" : "X";
            migration.source(
                    "CREATE TABLE differs (id INT PRIMARY KEY, name VARCHAR(40), low VARCHAR(40) AS (" + expression
                            + ") STORED, twice INT AS (2 * id) STORED,"
                            + " of_low VARCHAR(50) AS (CONCAT('<', low, '>')) STORED)",
                    "INSERT INTO differs (id, name) VALUES (1, 'AB'), (2, '" + unlike + "')",
                    "CREATE TABLE later (id INT PRIMARY KEY, name VARCHAR(40), low VARCHAR(40) AS (" + expression
                            + ") STORED)",
                    "INSERT INTO later (id, name) VALUES (1, 'AB')",
                    "CREATE TABLE marker (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            // before PREPARE the values are not known
            assertThat(api.steer("api/cutover/check", "{}")
                            .path("plan")
                            .path("actions")
                            .toString())
                    .contains("a trigger computes low, twice, of_low");
            api.steer("api/cutover/prepare", "{\"operator\": \"ada\"}");
            await().atMost(Daemon.PATIENCE)
                    .until(() -> CutoverIT.json(api)
                            .path("preparation")
                            .path("state")
                            .asString("")
                            .equals("PREPARED"));
            JsonNode check = api.steer("api/cutover/check", "{}");
            assertThat(check.path("plan").path("actions").toString()).contains("a trigger computes twice;");
            assertThat(check.path("plan").path("manual").toString())
                    .contains("differs.low", "the target computes another value in 1 rows")
                    .contains("differs.of_low", "it reads low");
            assertThat(check.path("findings").toString())
                    .contains("does not compute the generated columns of table " + migration.database()
                            + ".differs: low, of_low.");

            switchOver(api);
            migration.target(
                    "INSERT INTO differs (id, name) VALUES (3, 'BB')",
                    "INSERT INTO later (id, name) VALUES (2, 'CB'), (3, '" + unlike + "')",
                    "INSERT INTO marker VALUES (1)");
            assertThat(migration.targetRows("SELECT twice, low FROM differs WHERE id = 3"))
                    .containsExactly("6|null");
            awaitMarker(source, migration.database(), 1);
            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"it is late\", \"verify\": \"FULL\"}");
            migration.daemon().awaitReturned();
            assertThat(migration.daemon().errors())
                    .contains("MySQL's values of generated columns written to 2 rows of the target");
            migration.assertEqualContent();
        }
    }

    private static boolean isDolphin() throws SQLException {
        return Servers.target()
                .value("SELECT count(*) FROM pg_extension WHERE extname = 'dolphin'")
                .equals("1");
    }

    private static void createTables(Migration migration, boolean dolphin) throws Exception {
        migration.source(
                "CREATE TABLE line (id INT AUTO_INCREMENT PRIMARY KEY, qty INT NOT NULL, price DECIMAL(10,2),"
                        + " code VARCHAR(20) COLLATE utf8mb4_bin,"
                        + " total DECIMAL(12,2) AS (qty * price) STORED,"
                        + " label VARCHAR(40) AS (CONCAT('n', qty)) VIRTUAL,"
                        + " chained INT AS (CHAR_LENGTH(label)) VIRTUAL,"
                        + " required VARCHAR(41) AS (CONCAT(qty, '-', CHAR_LENGTH(label))) STORED NOT NULL,"
                        + " upper_code VARCHAR(20) AS (UPPER(code)),"
                        + " many INT AS (CASE WHEN qty > 5 THEN 1 ELSE 0 END),"
                        + " is_many TINYINT(1) AS (qty > 5),"
                        + " rounded DECIMAL(10,1) AS (ROUND(price, 1)),"
                        + " negative DECIMAL(12,2) AS (-price),"
                        + " middle VARCHAR(5) AS (SUBSTR(code, 2, 3)),"
                        + " present VARCHAR(20) AS (COALESCE(code, 'none')),"
                        + " digest VARCHAR(40) AS (" + (Servers.sourceMajorVersion() < 9 ? "MD5" : "UPPER") + "(code)),"
                        + " remainder INT AS (qty % 3),"
                        + " is_a INT AS (CASE WHEN code = 'a' THEN 1 ELSE 0 END),"
                        + " KEY by_label (label), CONSTRAINT plain CHECK (code REGEXP '^[a-z0-9]+$'))",
                "INSERT INTO line (qty, price, code) VALUES (1, 1.55, 'a'), (7, NULL, NULL), (9, -3.45, 'abcdef')",
                "CREATE TABLE account (id INT PRIMARY KEY, mail VARCHAR(50) COLLATE utf8mb4_bin, UNIQUE KEY one ((LOWER(mail))))",
                "INSERT INTO account VALUES (1, 'Ada@x'), (2, NULL), (3, NULL)",
                "CREATE TABLE share (id INT PRIMARY KEY, qty INT, third DECIMAL(10,4) AS (qty / 3) STORED)",
                "INSERT INTO share (id, qty) VALUES (1, 4)",
                "CREATE TABLE page (id INT PRIMARY KEY, body TEXT, FULLTEXT KEY words (body))",
                "INSERT INTO page VALUES (1, 'the dolphin swims'), (2, 'the elephant walks')",
                "CREATE TABLE marker (id INT PRIMARY KEY)");
        if (dolphin) {
            migration.source(
                    "CREATE TABLE moment (id INT PRIMARY KEY, d DATE, at DATETIME(3), doc JSON, t VARCHAR(20),"
                            + " state ENUM('new','done'),"
                            + " y INT AS (YEAR(d)) STORED,"
                            + " month VARCHAR(7) AS (DATE_FORMAT(d, '%Y-%m')) VIRTUAL,"
                            + " next_month DATE AS (d + INTERVAL 1 MONTH) STORED,"
                            + " days INT AS (DATEDIFF(d, '2024-01-01')),"
                            + " weekday INT AS (DAYOFWEEK(d)),"
                            + " at_day DATE AS (CAST(at AS DATE)),"
                            + " at_hour INT AS (HOUR(at)),"
                            + " name VARCHAR(40) AS (JSON_UNQUOTE(JSON_EXTRACT(doc, '$.name'))) STORED,"
                            + " number INT AS (JSON_EXTRACT(doc, '$.n')),"
                            + " arrow VARCHAR(40) AS (doc ->> '$.name'),"
                            + " lower_t VARCHAR(20) AS (LOWER(t)),"
                            + " is_x INT AS (IF(t = 'x', 1, 0)),"
                            + " size CHAR(5) AS (IF(id > 3, 'big', 'small')),"
                            + " not_abc VARCHAR(20) AS (NULLIF(t, 'ABC')),"
                            + " padded VARCHAR(10) AS (LPAD(id, 5, '0')),"
                            + " digest CHAR(64) AS (SHA2(t, 256)),"
                            + " is_done INT AS (state = 'done'),"
                            + " year_label VARCHAR(20) AS (CONCAT('y', y)),"
                            + " UNIQUE KEY by_name"
                            + " ((CAST(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.name')) AS CHAR(40)) COLLATE utf8mb4_bin)))",
                    "INSERT INTO moment (id, d, at, doc, t, state) VALUES"
                            + " (1, '2024-01-31', '2024-02-29 23:59:59.999', '{\"name\": \"ada\", \"n\": 5}', 'X', 'new'),"
                            + " (2, NULL, NULL, NULL, NULL, NULL),"
                            + " (4, '1999-12-31', '1970-01-01 00:00:00', '{}', 'abc', 'done')");
        }
    }

    private static void requirePlan(Api api, boolean dolphin) throws Exception {
        JsonNode check = api.steer("api/cutover/check", "{}");
        assertThat(check.path("plan").path("actions").toString())
                .contains("a trigger computes total, label, chained")
                .contains("gf_e2e_parts.line.plain")
                .contains("gf_e2e_parts.account.one");
        assertThat(check.path("plan").path("manual").toString())
                .contains("gf_e2e_parts.share.third", "division, whose digits")
                .doesNotContain("gf_e2e_parts.moment");
        if (dolphin) {
            assertThat(check.path("plan").path("actions").toString()).contains("CREATE FULLTEXT INDEX");
        } else {
            assertThat(check.path("plan").path("manual").toString()).contains("it has no FULLTEXT index");
        }
    }

    /** Writes as an application does that does not know generated columns, or sets them to other values. */
    private static void write(Migration migration, boolean dolphin, int from) throws Exception {
        migration.target(
                "INSERT INTO line (qty, price, code) VALUES (" + (from + 10) + ", 4.45, 'written')",
                "INSERT INTO line (qty, price, code, total, label) VALUES (3, 1, 'z', 99, 'wrong')",
                "UPDATE line SET qty = " + (from + 20) + " WHERE id = 1",
                "UPDATE line SET code = NULL, digest = 'wrong' WHERE id = 3",
                "INSERT INTO account VALUES (" + (from + 10) + ", 'b" + from + "@x')");
        assertThat(migration.targetRows("SELECT DISTINCT total, label, chained FROM line WHERE code = 'z'"))
                .containsExactly("3.00|n3|2");
        if (dolphin) {
            migration.target(
                    "INSERT INTO moment (id, d, at, doc, t, state) VALUES (" + (from + 10)
                            + ", '2023-11-30', '2023-11-30 12:00:00', '{\"name\": \"n" + from
                            + "\", \"n\": 7}', 'x', 'done')",
                    "UPDATE moment SET d = '2020-02-29', t = 'aBc' WHERE id = 1");
            assertThat(migration.targetRows("SELECT y, year_label, not_abc FROM moment WHERE id = 1"))
                    .containsExactly("2020|y2020|null");
            assertThat(migration.targetRows("SELECT id FROM page WHERE MATCH (body) AGAINST ('dolphin')"))
                    .containsExactly("1");
        }
        migration.target("INSERT INTO marker VALUES (" + from + ")");
    }

    private static void refuse(Migration migration, boolean dolphin) {
        assertThatThrownBy(() -> migration.target("INSERT INTO account VALUES (30, 'ADA@X')"))
                .hasMessageContaining("account_one");
        assertThatThrownBy(() -> migration.target("INSERT INTO line (qty, code) VALUES (1, 'A b')"))
                .hasMessageContaining("plain");
        if (dolphin) {
            assertThatThrownBy(
                            () -> migration.target("INSERT INTO moment (id, doc) VALUES (30, '{\"name\": \"ada\"}')"))
                    .hasMessageContaining("moment_by_name");
        }
    }

    private static void awaitMarker(NativeMySqlServer source, String database, int id) {
        await().atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(new Server(source.address())
                                .value("SELECT COUNT(*) FROM " + database + ".marker WHERE id = " + id))
                        .isEqualTo("1"));
    }

    private static void switchOver(Api api) throws Exception {
        api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        await().atMost(Daemon.PATIENCE)
                .until(() -> api.status()
                                .path("reverseReplication")
                                .path("lagSeconds")
                                .asDouble(-1)
                        >= 0);
    }
}
