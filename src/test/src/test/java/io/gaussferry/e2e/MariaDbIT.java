package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Verifies that MariaDB is copied, replicated and compared like MySQL. */
class MariaDbIT {

    private static NativeMySqlServer server;

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

    @Test
    void copiesAndReplicatesTypes() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_mariadb", server.address())) {
            migration.source(
                    "CREATE TABLE t (id INT UNSIGNED PRIMARY KEY, a VARCHAR(20), b TEXT, c DECIMAL(20,5), d DOUBLE, e DATETIME(3),"
                            + " f TIMESTAMP(6) NULL, g TIME(2), h DATE, i YEAR, j ENUM('x','it''s'), k SET('p','q'), l BIT(9),"
                            + " m VARBINARY(20), n LONGBLOB, o TINYINT(1), p JSON, q CHAR(4) CHARACTER SET latin1,"
                            + " r INT AS (id + 1) VIRTUAL, s INT AS (id + 2) STORED, u BIGINT UNSIGNED INVISIBLE DEFAULT 7)",
                    row(1));
            migration.start();
            migration.source(
                    row(2), "UPDATE t SET a = 'é', o = 0 WHERE id = 1", row(3), "DELETE FROM t WHERE id = 3", row(4));
            migration.assertEqualContent();
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            assertThat(migration.targetRows("SELECT count(*) FROM t")).containsExactly("3");
        }
    }

    private static String row(int id) {
        return "INSERT INTO t (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) VALUES (" + id
                + ", 'x''y', 'text\\n', -12345.67890, 1e-3, '2020-02-29 23:59:59.123', '2021-01-01 12:00:00.123456', '-12:30:01.5',"
                + " '1999-12-31', 2024, 'it''s', 'p,q', b'101010101', x'00ff', x'0001', 1, '{\"b\": 1,  \"a\": [1, 2]}', 'äöü')";
    }
}
