package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that time zone rules come from the source's own tables, and never from the daemon's machine. */
class TimeZonesIT {

    /** Guards: {@code SessionState.offset}. */
    @Test
    void followsServerWithOutdatedTimeZoneTables() throws Exception {
        try (NativeMySqlServer server = OwnServers.start("--gtid-mode=ON", "--enforce-gtid-consistency=ON");
                Migration migration = Migration.of("gf_e2e_time_zones", server.address())) {
            migration.source(zone(
                    "Europe/Berlin",
                    "(@z, 0, 3600, 0, 'CET'), (@z, 1, 7200, 1, 'CEST')",
                    "(@z, 1743296400, 1), (@z, 1761440400, 0), (@z, 1774746000, 1), (@z, 1792890000, 0),"
                            + " (@z, 1806195600, 1)"));
            // with the summer time that was abolished in 2019
            migration.source(zone(
                    "America/Sao_Paulo",
                    "(@z, 0, -10800, 0, 'BRT'), (@z, 1, -7200, 1, 'BRST')",
                    "(@z, 1762052400, 1), (@z, 1771725600, 0), (@z, 1793502000, 1), (@z, 1803175200, 0)"));
            migration.source("CREATE TABLE clock (id INT PRIMARY KEY)", "INSERT INTO clock VALUES (1), (2)");
            migration.start();
            migration.awaitCaughtUp();
            migration.source(
                    "SET SESSION time_zone = 'Europe/Berlin'",
                    // 02:30 does not exist on that day: MySQL takes 01:00:00 UTC, Java 01:30:00
                    partitioned("gap", "2026-03-29 02:30:00"),
                    // 02:30 exists twice
                    partitioned("twice", "2026-10-25 02:30:00"),
                    "SET SESSION time_zone = 'America/Sao_Paulo'",
                    partitioned("stale", "2026-12-02 00:00:00"),
                    "SET SESSION time_zone = '+00:00'",
                    "INSERT INTO gap VALUES (1, '2026-03-29 00:45:00'), (2, '2026-03-29 01:00:00'),"
                            + " (3, '2026-03-29 01:15:00'), (4, '2026-03-29 01:45:00')",
                    "INSERT INTO twice VALUES (1, '2026-10-25 00:15:00'), (2, '2026-10-25 00:45:00'),"
                            + " (3, '2026-10-25 01:15:00'), (4, '2026-10-25 01:45:00')",
                    "INSERT INTO stale VALUES (1, '2026-12-02 01:30:00'), (2, '2026-12-02 02:30:00'),"
                            + " (3, '2026-12-02 03:30:00')",
                    "ALTER TABLE gap DROP PARTITION p0",
                    "ALTER TABLE twice DROP PARTITION p0",
                    "ALTER TABLE stale DROP PARTITION p0",
                    "SET SESSION time_zone = 'America/Sao_Paulo', SESSION timestamp = 1796126400",
                    "ALTER TABLE clock ADD COLUMN seen DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,"
                            + " ADD COLUMN at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP",
                    "SET SESSION time_zone = 'Europe/Berlin', SESSION timestamp = 1792888200",
                    "ALTER TABLE clock ADD COLUMN seen2 DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP");
            expect(migration, "SELECT id FROM gap ORDER BY id", "2", "3", "4");
            expect(migration, "SELECT id FROM twice ORDER BY id", "2", "3", "4");
            expect(migration, "SELECT id FROM stale ORDER BY id", "2", "3");
            expect(
                    migration,
                    "SELECT id, seen = '2026-12-01 10:00:00', seen2 = '2026-10-25 02:30:00' FROM clock ORDER BY id",
                    "1|t|t",
                    "2|t|t");
            migration.awaitCaughtUp();
            VerifyRun.awaitEqual(migration);
            migration.stop();
        }
    }

    private static String[] zone(String name, String types, String transitions) {
        return new String[] {
            "SET SESSION sql_log_bin = 0",
            "INSERT INTO mysql.time_zone (Use_leap_seconds) VALUES ('N')",
            "SET @z = LAST_INSERT_ID()",
            "INSERT INTO mysql.time_zone_name VALUES ('" + name + "', @z)",
            "INSERT INTO mysql.time_zone_transition_type VALUES " + types,
            "INSERT INTO mysql.time_zone_transition VALUES " + transitions
        };
    }

    private static String partitioned(String table, String bound) {
        return "CREATE TABLE " + table + " (id INT, ts TIMESTAMP NOT NULL, PRIMARY KEY (id, ts))"
                + " PARTITION BY RANGE (UNIX_TIMESTAMP(ts)) (PARTITION p0 VALUES LESS THAN (UNIX_TIMESTAMP('" + bound
                + "')), PARTITION p1 VALUES LESS THAN MAXVALUE)";
    }

    private static void expect(Migration migration, String query, String... rows) {
        await(query + "; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions() // a table is created again for its copy
                .untilAsserted(() -> assertThat(migration.targetRows(query).stream()
                                .map(row -> row.replace("|1", "|t").replace("true", "t"))
                                .toList())
                        .isEqualTo(List.of(rows)));
    }
}
