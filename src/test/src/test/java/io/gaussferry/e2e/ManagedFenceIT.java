package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Verifies the fence for managed services with an account that has exactly the privileges of Amazon RDS: writers of many kinds try to write all the time,
 * none succeeds from FENCE to the return, and every account and event is afterwards as it was. Guards: {@code ManagedFence}, {@code SourceCensus},
 * {@code ManagedFenceCheck}.
 */
class ManagedFenceIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}";

    private static final String BY_WRITER = "SELECT writer, COUNT(*), MAX(id) FROM %s.hit GROUP BY writer ORDER BY 1";

    @Test
    void refusesEveryWriterUntilReturn() throws Exception {
        try (ManagedSource source = ManagedSource.start(
                        "--event-scheduler=ON",
                        "--check-proxy-users=ON",
                        "--loose-mysql-native-password-proxy-users=ON");
                Migration migration = source.migration("gf_e2e_managed")) {
            ManagedWriters.createTables(migration);
            List<StubbornWriter> writers = new ArrayList<>();
            try (SlowLogins logins = slowLogins(source, migration.database())) {
                ManagedWriters.start(source, migration.database(), writers);
                List<String> before = source.accounts();
                Api api = Api.of(migration.start());
                migration.awaitCaughtUp();
                assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                                .toString())
                        .doesNotContain("BLOCKER")
                        .contains(
                                "The fence trusts the accounts of the service",
                                "rdsadmin@localhost",
                                "they are disabled");
                for (StubbornWriter writer : writers) {
                    writer.awaitWrite();
                }

                api.steer("api/cutover/start", START);
                CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                requireRefused(source, migration, writers, logins);
                // the fence is in the server's tables
                source.server().crash();
                source.server().startAgain();
                migration.target("INSERT INTO hit (id, writer) VALUES (1000000000, 'target')");
                await("reverse replication")
                        .atMost(Daemon.PATIENCE)
                        .ignoreExceptions()
                        .untilAsserted(
                                () -> assertThat(source.service().rows(BY_WRITER.formatted(migration.database())))
                                        .anyMatch(row -> row.startsWith("target|")));
                requireRefused(source, migration, writers, logins);
                migration.awaitSameContent();
                CutoverIT.awaitSourceCheck(api);
                assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString(""))
                        .isEmpty();
                assertThat(CutoverIT.json(api).path("problem").asString("")).isEmpty();

                api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
                migration.daemon().awaitReturned();
                for (StubbornWriter writer : writers) {
                    writer.awaitWrite();
                }
                assertThat(source.accounts()).isEqualTo(before);
            } finally {
                for (StubbornWriter writer : writers) {
                    writer.close();
                }
            }
            migration.source("DROP EVENT tick");
            migration.assertEqualContent();
        }
    }

    /** Returns null if the server has no accounts that log in so. */
    private static @Nullable SlowLogins slowLogins(ManagedSource source, String database) throws SQLException {
        if (!source.hasNativePasswords()) {
            return null;
        }
        source.service()
                .execute(
                        "CREATE USER slow IDENTIFIED WITH mysql_native_password BY '" + ManagedSource.PASSWORD + "'",
                        "GRANT INSERT ON " + database + ".* TO slow");
        return new SlowLogins(source.address("slow"), "INSERT INTO " + database + ".hit (writer) VALUES ('slow')");
    }

    private static void requireRefused(
            ManagedSource source, Migration migration, List<StubbornWriter> writers, @Nullable SlowLogins logins)
            throws Exception {
        String all = "SELECT COUNT(*), MAX(id), SUM(CRC32(CONCAT(id, writer))) FROM " + migration.database()
                + ".hit WHERE writer <> 'target'";
        String rows = source.service().value(all);
        long slow = logins == null ? 0 : logins.written();
        long refused = logins == null ? 0 : logins.refused();
        for (StubbornWriter writer : writers) {
            writer.awaitRefusal("locked");
        }
        if (logins != null) {
            await("refused logins").atMost(Daemon.PATIENCE).until(() -> logins.refused() > refused);
            assertThat(slow).isPositive();
        }
        Thread.sleep(2_000);
        assertThat(source.service().value(all)).isEqualTo(rows);
        assertThat(logins == null ? 0 : logins.written()).isEqualTo(slow);
    }

    @Test
    void refusesCutoverThatCannotBeProven() throws Exception {
        try (ManagedSource source = ManagedSource.start();
                Migration migration = source.migration("gf_e2e_managed")) {
            String other = migration.addDatabase("_other");
            migration.source(
                    "CREATE TABLE t (id INT PRIMARY KEY)",
                    "INSERT INTO t VALUES (1)",
                    "CREATE TABLE " + other + ".t (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            source.account("dba", "ALL ON *.*");
            source.service()
                    .execute(
                            "DROP PROCEDURE mysql.rds_kill",
                            "REVOKE " + source.defining() + " ON *.* FROM " + ManagedSource.ADMINISTRATOR,
                            "CREATE DEFINER = dba EVENT " + migration.database()
                                    + ".tick ON SCHEDULE EVERY 1 HOUR DO DELETE FROM t",
                            "CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'elsewhere' FOR CHANNEL 'in'");
            try (Connection prepared = source.service().address().open();
                    Statement statement = prepared.createStatement()) {
                statement.execute("XA START 'open'");
                statement.execute("INSERT INTO " + other + ".t VALUES (2)");
                statement.execute("XA END 'open'");
                statement.execute("XA PREPARE 'open'");
            }
            List<String> before = source.accounts();
            assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                            .path("findings")
                            .toString())
                    .contains("BLOCKER")
                    .contains("can end no session of other accounts")
                    .contains("accounts with SYSTEM_USER cannot be locked: dba@%")
                    .contains("cannot be disabled and enabled again exactly: " + migration.database() + ".tick")
                    .contains("the replication channel")
                    .contains("prepared XA transactions");
            api.steer("api/cutover/start", START);
            await("the refusal")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> CutoverIT.json(api).path("state").asString("").equals("ROLLED_BACK"));
            assertThat(source.accounts()).isEqualTo(before);
            // it would lock the table indefinitely
            source.service().execute("XA ROLLBACK 'open'");
        }
    }
}
