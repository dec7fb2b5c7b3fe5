package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
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
            createTables(migration);
            List<StubbornWriter> writers = new ArrayList<>();
            try (SlowLogins logins = slowLogins(source, migration.database())) {
                start(source, migration.database(), writers);
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

    private static void createTables(Migration migration) throws SQLException {
        String other = migration.addDatabase("_other");
        migration.source(
                "CREATE TABLE hit (id BIGINT AUTO_INCREMENT PRIMARY KEY, writer VARCHAR(20) NOT NULL, KEY (writer))",
                "CREATE TABLE parent (id BIGINT PRIMARY KEY)",
                "CREATE TABLE child (id BIGINT PRIMARY KEY, parent BIGINT)",
                "CREATE TABLE " + other + ".source (id BIGINT AUTO_INCREMENT PRIMARY KEY, writer VARCHAR(20))",
                "CREATE TRIGGER " + other + ".onward AFTER INSERT ON " + other + ".source FOR EACH ROW INSERT INTO "
                        + migration.database() + ".hit (writer) VALUES ('trigger')",
                "CREATE VIEW " + other + ".hits AS SELECT id, writer FROM " + migration.database() + ".hit",
                "CREATE PROCEDURE add_hit() INSERT INTO hit (writer) VALUES ('procedure')");
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

    /** Starts a writer for each way to write, and creates what it needs. */
    private static void start(ManagedSource source, String database, List<StubbornWriter> writers) throws SQLException {
        String other = database + "_other";
        ServerAddress app = source.account("app", "ALL ON `" + database + "`.*");
        add(writers, app, insert(database, "app"));
        add(
                writers,
                source.account("everywhere", "INSERT, UPDATE, DELETE, SELECT ON *.*"),
                "USE mysql",
                insert(database, "everywhere"),
                "UPDATE " + database + ".hit SET writer = 'changed' WHERE writer = 'everywhere' LIMIT 1",
                "DELETE FROM " + database + ".hit WHERE writer = 'changed' LIMIT 1");
        source.service().execute("CREATE ROLE writing", "GRANT INSERT ON " + database + ".* TO writing");
        ServerAddress member = source.account("member", "writing");
        source.service().execute("SET DEFAULT ROLE ALL TO member");
        add(writers, member, insert(database, "member"));
        if (source.hasNativePasswords()) {
            source.service()
                    .execute("CREATE USER proxy IDENTIFIED WITH mysql_native_password BY '" + ManagedSource.PASSWORD
                            + "'");
            // the sandbox's administrator may not grant PROXY
            source.service()
                    .execute(
                            "INSERT INTO mysql.proxies_priv (host, user, proxied_host, proxied_user) VALUES ('%', 'proxy', '%', 'app')",
                            "FLUSH PRIVILEGES");
            add(writers, source.address("proxy"), insert(database, "proxy"));
        }
        add(writers, source.account("caller", "EXECUTE ON " + database + ".*"), "CALL " + database + ".add_hit()");
        add(
                writers,
                source.account("viewer", "INSERT, SELECT ON `" + other + "`.hits"),
                "INSERT INTO " + other + ".hits (writer) VALUES ('viewer')");
        add(
                writers,
                source.account("neighbour", "INSERT ON `" + other + "`.source"),
                "INSERT INTO " + other + ".source (writer) VALUES ('neighbour')");
        add(
                writers,
                source.account("locker", "INSERT, LOCK TABLES, SELECT ON `" + database + "`.*"),
                "LOCK TABLES " + database + ".hit WRITE",
                insert(database, "locker"),
                "UNLOCK TABLES");
        add(
                writers,
                source.account("transactor", "INSERT, SELECT ON `" + database + "`.*"),
                "START TRANSACTION",
                insert(database, "transactor"),
                "DO SLEEP(0.3)",
                "COMMIT");
        ServerAddress gate = source.account("gate", "ALL ON *.*");
        source.service().execute("REVOKE SYSTEM_USER ON *.* FROM gate");
        add(
                writers,
                gate,
                // as the event was created, which ALTER EVENT changes
                "SET NAMES latin1",
                insert(database, "gate"),
                "ALTER USER app ACCOUNT UNLOCK",
                "ALTER DEFINER = app EVENT " + database + ".tick ENABLE",
                "DO SLEEP(0.05)");
        source.service()
                .execute(
                        "CREATE USER ''@'%' IDENTIFIED BY '" + ManagedSource.PASSWORD + "'",
                        "GRANT INSERT ON " + database + ".* TO ''@'%'");
        add(writers, source.address("unknown"), insert(database, "unknown"));
        source.service()
                .execute(
                        "SET NAMES latin1",
                        "CREATE DEFINER = app EVENT " + database + ".tick ON SCHEDULE EVERY 1 SECOND DO INSERT INTO "
                                + database + ".hit (writer) VALUES ('event')",
                        "CREATE DEFINER = member EVENT " + database
                                + ".off ON SCHEDULE EVERY 1 SECOND DISABLE DO INSERT INTO " + database
                                + ".hit (writer) VALUES ('event')");
        source.service()
                .execute(
                        "CREATE USER closed IDENTIFIED BY 'x' ACCOUNT LOCK",
                        "GRANT ALL ON " + database + ".* TO closed");
    }

    private static String insert(String database, String writer) {
        return "INSERT INTO " + database + ".hit (writer) VALUES ('" + writer + "')";
    }

    private static void add(List<StubbornWriter> writers, ServerAddress account, String... statements) {
        writers.add(new StubbornWriter(account::open, statements));
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
