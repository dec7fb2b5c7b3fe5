package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
