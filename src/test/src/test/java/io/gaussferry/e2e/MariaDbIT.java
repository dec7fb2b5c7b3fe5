package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that MariaDB is copied, replicated and compared like MySQL, and that what it has beyond is refused by name. */
class MariaDbIT {

    private static @Nullable NativeMySqlServer server;

    @BeforeAll
    static void start() {
        server = MariaDbServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static Migration migration(String name) throws Exception {
        return Migration.of(name, java.util.Objects.requireNonNull(server).address());
    }

    @Test
    void copiesAndReplicatesTypes() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb")) {
            migration.source(
                    "CREATE TABLE t (id INT UNSIGNED PRIMARY KEY, a VARCHAR(20), b TEXT, c DECIMAL(20,5), d DOUBLE, e DATETIME(3),"
                            + " f TIMESTAMP(6) NULL, g TIME(2), h DATE, i YEAR, j ENUM('x','it''s'), k SET('p','q'), l BIT(9),"
                            + " m VARBINARY(20), n LONGBLOB, o TINYINT(1), p JSON, q CHAR(4) CHARACTER SET latin1,"
                            + " r INT AS (id + 1) VIRTUAL, s INT AS (id + 2) STORED, u BIGINT UNSIGNED INVISIBLE DEFAULT 7)",
                    row(1));
            migration.start();
            migration.source("SET GLOBAL log_bin_compress = 1", "SET GLOBAL log_bin_compress_min_len = 10");
            migration.source(
                    row(2),
                    "UPDATE t SET a = 'é', o = 0 WHERE id = 1",
                    row(3),
                    "DELETE FROM t WHERE id = 3",
                    row(4),
                    "SET GLOBAL log_bin_compress = 0");
            assertEqual(migration);
            assertThat(migration.targetRows("SELECT count(*) FROM t")).containsExactly("3");
        }
    }

    /** Keys that MariaDB sorts otherwise than the target, values that end with zero bytes, and both as a column that is added. */
    @Test
    void copiesAndReplicatesUuidsAndAddresses() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_addresses")) {
            migration.source(
                    "CREATE TABLE t (u UUID DEFAULT UUID() PRIMARY KEY, a INET6 DEFAULT '::1', b INET4 UNIQUE, v INT)",
                    "INSERT INTO t (u, a, b, v) SELECT INSERT(INSERT(MD5(seq), 13, 1, '4'), 17, 1, '8'), INET6_NTOA(UNHEX(MD5(-seq))), INET_NTOA(seq * 65793), seq"
                            + " FROM seq_1_to_3000",
                    "CREATE TABLE pair (a INET6, b UUID, PRIMARY KEY (a, b))",
                    "CREATE TABLE keyless (u UUID, a INET6 NOT NULL, b INET4)");
            Daemon daemon = migration.start();
            String[] changes = {
                "INSERT INTO t VALUES ('00112233-4455-1677-8899-aabbccddee00', '2001:db8::ff00', '255.255.255.0', 0)",
                "INSERT INTO t VALUES ('00000000-0000-0000-0000-000000000000', '::', '0.0.0.0', -1)",
                "INSERT INTO t VALUES ('00112233-4455-7677-8899-aabbccddee00', '::ffff:1.2.3.4', NULL, -2)",
                "INSERT INTO t VALUES ('00112233-4455-1677-0899-aabbccddee20', '::1.2.3.4', '32.32.32.32', -3)",
                "INSERT INTO t VALUES ('20202020-2020-2020-2020-202020202020', 'fe80::1:0:0:0', NULL, -4)",
                "INSERT INTO t (v) VALUES (-5)",
                "UPDATE t SET u = INSERT(INSERT(MD5(v + 5000), 13, 1, '1'), 17, 1, '9'), a = '1::' WHERE v BETWEEN 1 AND 200",
                "UPDATE t SET v = v + 10000 WHERE v BETWEEN 300 AND 500",
                "DELETE FROM t WHERE v BETWEEN 1000 AND 1200",
                "INSERT INTO pair SELECT a, u FROM t WHERE v BETWEEN 2000 AND 2100",
                "UPDATE pair SET a = '::2' WHERE a < '8::'",
                "INSERT INTO keyless SELECT u, a, b FROM t WHERE v < 50 UNION ALL SELECT NULL, '::', NULL UNION ALL SELECT NULL, '::', NULL",
                "UPDATE keyless SET a = '2001:db8::' WHERE u IS NULL LIMIT 1",
                "DELETE FROM keyless WHERE b IS NULL LIMIT 1",
            };
            migration.source(changes);
            assertEqual(migration);
            assertThat(migration.targetRows(
                            "SELECT u, host(a), host(b) FROM t WHERE v BETWEEN -4 AND 0 ORDER BY v DESC"))
                    .containsExactly(
                            "00112233-4455-1677-8899-aabbccddee00|2001:db8::ff00|255.255.255.0",
                            "00000000-0000-0000-0000-000000000000|::|0.0.0.0",
                            "00112233-4455-7677-8899-aabbccddee00|::ffff:1.2.3.4|null",
                            "00112233-4455-1677-0899-aabbccddee20|::1.2.3.4|32.32.32.32",
                            "20202020-2020-2020-2020-202020202020|fe80::1:0:0:0|null");
            migration.source(
                    "ALTER TABLE keyless ADD c UUID, ADD d INET4",
                    "INSERT INTO keyless VALUES (NULL, '::3', NULL, '00112233-4455-1677-0899-aabbccddee20', '10.0.0.0')",
                    "CREATE TABLE made (u UUID PRIMARY KEY, a INET6)",
                    "INSERT INTO made SELECT u, a FROM t LIMIT 10");
            migration.assertEqualContent();
            daemon.kill();
            migration.source("DELETE FROM made LIMIT 5", "UPDATE made SET a = '::5'");
            migration.start();
            assertEqual(migration);
        }
    }

    private static void assertEqual(Migration migration) throws Exception {
        migration.assertEqualContent();
        VerifyRun verified = VerifyRun.of(migration);
        assertThat(verified.exitCode()).as(verified::toString).isZero();
    }

    private static String row(int id) {
        return "INSERT INTO t (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) VALUES (" + id
                + ", 'x''y', 'text\\n', -12345.67890, 1e-3, '2020-02-29 23:59:59.123', '2021-01-01 12:00:00.123456', '12:30:01.5',"
                + " '1999-12-31', 2024, 'it''s', 'p,q', b'101010101', x'00ff', x'0001', 1, '{\"b\": 1,  \"a\": [1, 2]}', 'äöü')";
    }

    /** The foreign key of the column's declaration changes rows that the binlog does not contain. */
    @Test
    void followsDefinitionsAndDomainsOverKills() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_ddl")) {
            migration.source("CREATE TABLE p (id INT PRIMARY KEY)", "INSERT INTO p VALUES (1), (2)");
            Daemon daemon = migration.start();
            migration.source(
                    "CREATE TABLE c (id INT PRIMARY KEY, pid INT REFERENCES p(id) ON DELETE CASCADE, d JSON)",
                    "INSERT INTO c VALUES (1, 1, '{\"a\": 1}'), (2, 2, NULL)",
                    "DELETE FROM p WHERE id = 1",
                    "CREATE SEQUENCE s",
                    "INSERT INTO p VALUES (NEXTVAL(s) + 10)",
                    "ALTER TABLE p ADD v INT NOT NULL DEFAULT 5");
            migration.assertEqualContent();
            daemon.kill();
            migration.source(
                    "SET gtid_domain_id = 5",
                    "INSERT INTO p VALUES (50, 1)",
                    "SET gtid_domain_id = 0",
                    "INSERT INTO p VALUES (51, 1)",
                    "CREATE TABLE made AS SELECT id, v FROM p");
            migration.start();
            assertEqual(migration);
            assertThat(migration.targetRows("SELECT id FROM c")).isEqualTo(List.of("2"));
        }
    }

    /** MariaDB logs some statements otherwise than they were executed; a temporary table hides another of its name. */
    @Test
    void followsStatementsAsTheyAreLogged() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_logged")) {
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY, a INT)",
                    "INSERT INTO t VALUES (1, 1), (2, 2)",
                    "CREATE TABLE hidden (id INT PRIMARY KEY)",
                    "INSERT INTO hidden VALUES (1)");
            migration.start();
            migration.source(
                    "ALTER TABLE t ADD c INT DEFAULT 1 /*!80000 UNKNOWN WORDS */ /*!50700 UNKNOWN WORDS */",
                    "ALTER TABLE t ADD d INT /*M!100100 DEFAULT 7 */ /*!50600 COMMENT 'executed' */",
                    "EXECUTE IMMEDIATE 'ALTER TABLE t ADD e INT DEFAULT 8'",
                    "CREATE PROCEDURE p(n INT) BEGIN ALTER TABLE t ADD f INT DEFAULT 9; INSERT INTO t (id) VALUES (n); END",
                    "CALL p(5)",
                    "BEGIN NOT ATOMIC CREATE TABLE u (id INT PRIMARY KEY); INSERT INTO u VALUES (1); END",
                    "CREATE TEMPORARY TABLE hidden (id VARCHAR(20))",
                    "INSERT INTO hidden VALUES ('temporary')",
                    "ALTER TABLE hidden ADD x INT",
                    "TRUNCATE TABLE hidden",
                    "DROP TABLE hidden",
                    "INSERT INTO hidden VALUES (2)",
                    "CREATE TEMPORARY TABLE hidden LIKE t",
                    "DROP TABLE IF EXISTS hidden, nowhere",
                    "INSERT INTO hidden VALUES (3) RETURNING id",
                    "REPLACE INTO t (id, a) VALUES (1, 11) RETURNING a",
                    "DELETE FROM t WHERE id = 2 RETURNING id",
                    "SET SESSION binlog_annotate_row_events = 1, skip_replication = 1",
                    "INSERT INTO t (id) VALUES (6)",
                    "ANALYZE TABLE t",
                    "CREATE TABLE made (id INT PRIMARY KEY) IGNORE SELECT id FROM t",
                    "CREATE TABLE IF NOT EXISTS made SELECT id + 100 AS id FROM t",
                    "DROP TABLE u");
            assertEqual(migration);
            assertThat(migration.targetRows("SELECT id FROM hidden ORDER BY id"))
                    .containsExactly("1", "2", "3");
            assertThat(migration.targetRows("SELECT c, d, e, f FROM t WHERE id = 5"))
                    .containsExactly("1|7|8|9");
        }
    }

    /** Tables whose indexes and columns MySQL does not have, and rows that the binlog does not contain. */
    @Test
    void replicatesTablesThatMySqlDoesNotHave() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_tables")) {
            migration.source(
                    "CREATE TABLE period (id INT, s DATE, e DATE, PERIOD FOR p (s, e), UNIQUE (id, p WITHOUT OVERLAPS))",
                    "CREATE SEQUENCE numbers",
                    "CREATE TABLE numbered (id INT DEFAULT NEXTVAL(numbers) PRIMARY KEY, d VARCHAR(40) DEFAULT CONCAT('x', id), v INT)",
                    "CREATE TABLE computed (id INT PRIMARY KEY, a INT INVISIBLE DEFAULT 3, b INT AS (a * 2) PERSISTENT,"
                            + " c VARCHAR(10) AS (CONCAT(a, 'c')), KEY (c), d TIMESTAMP(3) DEFAULT NOW(3) ON UPDATE NOW(3))",
                    "CREATE TABLE wide (id INT PRIMARY KEY, a DECIMAL(65,38), b BIT(64), c CHAR(5) COLLATE utf8mb4_bin, d SET('a','b'))",
                    "CREATE TABLE top (id INT PRIMARY KEY)",
                    "CREATE TABLE middle (id INT PRIMARY KEY, FOREIGN KEY (id) REFERENCES top (id) ON UPDATE CASCADE ON DELETE CASCADE)",
                    "CREATE TABLE bottom (id INT PRIMARY KEY, m INT, FOREIGN KEY (m) REFERENCES middle (id) ON UPDATE CASCADE ON DELETE SET NULL)");
            migration.source(changes(1));
            migration.replaysLiveAndFromBacklog(new Migration.Work() {
                private int from = 1000;

                @Override
                public void run() throws Exception {
                    migration.source(changes(from));
                    from += 1000;
                }
            });
            assertEqual(migration);
        }
    }

    private static String[] changes(int from) {
        return """
            INSERT INTO period VALUES (%1$d, '2020-01-01', '2021-01-01')
            UPDATE period FOR PORTION OF p FROM '2020-03-01' TO '2020-04-01' SET id = id + 1 WHERE id = %1$d
            DELETE FROM period FOR PORTION OF p FROM '2020-06-01' TO '2020-07-01' WHERE id = %1$d
            INSERT INTO numbered (v) VALUES (%1$d), (%1$d + 1)
            UPDATE numbered SET v = v + 1, d = DEFAULT
            INSERT INTO computed (id) VALUES (%1$d), (%1$d + 1)
            UPDATE computed SET a = id WHERE id > %1$d
            INSERT INTO wide VALUES (%1$d, 0.12345678901234567890123456789012345678, b'1', 'ab ', 'b'), (%1$d + 1, -1, ~0, '', '')
            UPDATE wide SET a = -a, b = b << 1
            INSERT INTO top VALUES (%1$d), (%1$d + 1), (%1$d + 2)
            INSERT INTO middle VALUES (%1$d), (%1$d + 1), (%1$d + 2)
            INSERT INTO bottom VALUES (%1$d, %1$d), (%1$d + 1, %1$d + 1), (%1$d + 2, %1$d + 2)
            UPDATE top SET id = id + 500 WHERE id = %1$d
            DELETE FROM top WHERE id = %1$d + 1
            DELETE FROM middle WHERE id = %1$d + 2
            """.formatted(from).strip().split("\\n");
    }

    /** A row before such a statement is replicated, the statement is not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE t ADD SYSTEM VERSIONING",
                "ALTER TABLE t ADD c VARCHAR(20) COMPRESSED",
                "CREATE TABLE n (id INT PRIMARY KEY) WITH SYSTEM VERSIONING",
                "SET STATEMENT lock_wait_timeout = 5 FOR ALTER TABLE t ADD c INT",
                "SET STATEMENT binlog_format = 'STATEMENT' FOR UPDATE t SET a = a + 1",
                "SET STATEMENT binlog_row_image = 'MINIMAL' FOR UPDATE t SET a = a + 1",
                "SET STATEMENT binlog_row_image = 'NOBLOB' FOR UPDATE t SET a = a + 1",
                "SET STATEMENT binlog_alter_two_phase = 1 FOR ALTER TABLE t ADD c INT",
                "CREATE OR REPLACE TABLE t (id INT PRIMARY KEY)",
                "CREATE OR REPLACE TABLE t AS SELECT 1 AS id"
            })
    @Tag("long")
    void stopsAtStatementThatItDoesNotFollow(String statement) throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_held")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY, a INT, b TEXT)", "INSERT INTO t VALUES (1, 1, 'x')");
            migration.start();
            migration.source("INSERT INTO t VALUES (2, 2, 'y')", statement, "DELETE FROM t WHERE id = 1");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.targetRows("SELECT id, a FROM t ORDER BY id")).containsExactly("1|1", "2|2");
            System.out.println(statement + ": "
                    + migration
                            .daemon()
                            .errors()
                            .lines()
                            .filter(line -> line.contains("_"))
                            .toList());
        }
    }

    @Test
    void switchesUnderLoadBehindLockedAccounts() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_cutover")) {
            migration.source("CREATE TABLE t (id BIGINT AUTO_INCREMENT PRIMARY KEY, d JSON)");
            migration.createApplicationAccount();
            migration.cutoverSetting("fence: lock-accounts");
            migration.cutoverSetting("accounts: [\"gf_application@%\"]");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            Api api = Api.of(migration.start());
            try (StubbornWriter writer = new StubbornWriter(
                    migration::openSourceAsApplication, "INSERT INTO t (d) VALUES ('{\"n\": %d}')")) {
                writer.awaitWrite();
                api.steer(
                        "api/cutover/start",
                        "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\", \"noReverseReplication\": true}");
                CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                writer.awaitRefusal("locked");
                migration.assertSameContent();
                assertThat(Long.parseLong(
                                migration.targetRows("SELECT count(*) FROM t").get(0)))
                        .isGreaterThanOrEqualTo(writer.written());
            }
            new Server(migration.sourceAddress()).execute("DROP USER gf_application");
        }
    }

    /** Sequences share the statements and the names of tables. */
    @Test
    void ignoresSequences() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_sequences")) {
            migration.source("CREATE SEQUENCE s", "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            migration.start();
            migration.source(
                    "RENAME TABLE s TO other",
                    "INSERT INTO t VALUES (NEXTVAL(other) + 1)",
                    "DROP TABLE other",
                    "INSERT INTO t VALUES (3)");
            migration.awaitCopies();
            assertEqual(migration);
        }
    }

    @Test
    void refusesColumnsByName() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_former")) {
            migration.source(
                    "SET GLOBAL mysql56_temporal_format = OFF",
                    "CREATE TABLE t (id INT PRIMARY KEY, a TIME(3), b YEAR(2), c TEXT UNIQUE, d VARCHAR(3000), UNIQUE (d, id))",
                    "SET GLOBAL mysql56_temporal_format = ON");
            CommandRun checked =
                    CommandRun.of("check", "--config", migration.configuration().toString());
            // without its line breaks
            assertThat(checked.output().replaceAll("\\s+", " "))
                    .contains(
                            "t.a (",
                            "mariadb-5.3",
                            "t.b (year(2))",
                            "t.c (in a unique key by hash)",
                            "t.d (in a unique key");
            assertThat(checked.exitCode()).isNotZero();
        }
    }

    @Test
    void refusesSystemVersionedTables() throws Exception {
        try (Migration migration = migration("gf_e2e_mariadb_versioned")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY) WITH SYSTEM VERSIONING");
            CommandRun checked =
                    CommandRun.of("check", "--config", migration.configuration().toString());
            assertThat(checked.output()).contains("system-versioned");
            assertThat(checked.exitCode()).isNotZero();
        }
    }
}
