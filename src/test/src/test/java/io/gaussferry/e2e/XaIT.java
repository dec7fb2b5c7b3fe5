package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Replays XA transactions in two phases: between PREPARE and COMMIT, the copy ends, the daemon restarts, definitions change, and other
 * sessions commit. {@code -Dgaussferry.seed=N} repeats a history, {@code -Dgaussferry.steps=N} sets its length.
 */
class XaIT {

    private static final int TRANSACTIONS = Integer.getInteger("gaussferry.steps", 80);

    /** More rows than the daemon keeps: 64 KB. */
    private static final int MANY_ROWS = 800;

    private static final int AT_ONCE = 8;

    /** {@code ER_XAER_NOTA}. */
    private static final int UNKNOWN_XID = 1397;

    private final long seed = Long.getLong("gaussferry.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<Prepared> prepared = new ArrayList<>();
    private int rows;

    /** A prepared transaction and the session that prepared it. */
    private record Prepared(String name, Connection session) {}

    @Test
    void appliesPreparedRowsWithTheirCommit() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_xa")) {
            replayFrom(migration, true);
        }
    }

    /** Reading resumes at a position, perhaps after a PREPARE. */
    @Test
    void appliesPreparedRowsWithoutGtids() throws Exception {
        Servers.assumeMySql("replication without GTIDs");
        try (NativeMySqlServer server = OwnServers.start("--gtid-mode=OFF", "--enforce-gtid-consistency=OFF");
                Migration migration = Migration.of("gf_e2e_xa_position", server.address())) {
            replayFrom(migration, false);
        }
    }

    private void replayFrom(Migration migration, boolean copiesAgain) throws Exception {
        System.out.println("XaIT seed " + seed);
        migration.sourceSetting("transaction-part-bytes: 64KB");
        migration.source(
                "CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(40), UNIQUE KEY (owner))",
                "CREATE TABLE booking (id INT AUTO_INCREMENT PRIMARY KEY, account INT, note VARCHAR(100),"
                        + " FOREIGN KEY (account) REFERENCES account (id))",
                "CREATE TABLE copied (id INT PRIMARY KEY, note VARCHAR(20))",
                "CREATE TABLE other (id INT PRIMARY KEY)");
        try {
            replay(migration, copiesAgain);
        } finally {
            // their locks would block the removal of the tables
            for (Prepared each : prepared) {
                execute(each.session(), "XA ROLLBACK " + each.name());
            }
        }
    }

    private void replay(Migration migration, boolean copiesAgain) throws Exception {
        for (int i = 0; i < AT_ONCE; i++) {
            prepare(migration);
        }
        migration.start();
        for (int i = 0; i < TRANSACTIONS; i++) {
            step(migration, i, copiesAgain);
        }
        while (!prepared.isEmpty()) {
            end(migration);
        }
        migration.awaitCopies();
        migration.assertEqualContent();
        migration.stop();
    }

    private void step(Migration migration, int step, boolean copiesAgain) throws Exception {
        if (prepared.size() < AT_ONCE && random.nextInt(3) > 0) {
            prepare(migration);
        } else if (!prepared.isEmpty()) {
            end(migration);
        }
        migration.source("INSERT INTO booking (note) VALUES ('plain " + step + "')");
        if (step % 80 == 20) {
            migration.awaitCaughtUp();
            migration.stop();
            migration.start();
        } else if (step % 80 == 40) {
            migration.source("ALTER TABLE other ADD COLUMN c" + step + " INT");
        } else if (step % 80 == 60 && copiesAgain) {
            CommandRun copied = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--table",
                    migration.database() + ".copied",
                    "--replace");
            assertThat(copied.exitCode()).as(copied.errors()).isZero();
        }
    }

    /** Prepares a transaction in a session of its own: some rows, a part's worth, or many. */
    private void prepare(Migration migration) throws SQLException {
        String name = unusedName();
        Connection session = migration.openSource();
        try (Statement statement = session.createStatement()) {
            if (random.nextInt(4) == 0 && !Servers.isMariaDb()) {
                statement.execute("SET binlog_transaction_compression = ON");
            }
            statement.execute("XA START " + name);
            int account = ++rows;
            statement.execute("INSERT INTO account VALUES (" + account + ", 'owner " + account + "')");
            statement.execute("INSERT INTO booking (account, note) VALUES (" + account + ", 'first')");
            statement.execute("INSERT INTO copied VALUES (" + account + ", 'first')");
            statement.execute("UPDATE account SET owner = 'renamed " + account + "' WHERE id = " + account);
            if (random.nextInt(5) == 0) {
                statement.execute(
                        "INSERT INTO booking (account, note) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1"
                                + " FROM n WHERE i < " + MANY_ROWS + ") SELECT " + account
                                + ", REPEAT('x', 90) FROM n");
            }
            statement.execute("XA END " + name);
            if (random.nextInt(5) == 0) {
                statement.execute("XA COMMIT " + name + " ONE PHASE");
                session.close();
            } else {
                statement.execute("XA PREPARE " + name);
                prepared.add(new Prepared(name, session));
            }
        }
    }

    /** Returns the first name without a prepared transaction: most names are used again, while the binlog has their former transactions. */
    private String unusedName() {
        for (int i = 0; ; i++) {
            String name = "'" + seed + "','" + i + "'";
            if (prepared.stream().noneMatch(each -> each.name().equals(name))) {
                return name;
            }
        }
    }

    /** Commits a transaction or rolls it back, in its session or in another one. */
    private void end(Migration migration) throws SQLException {
        Prepared one = prepared.remove(random.nextInt(prepared.size()));
        String end = (random.nextInt(4) == 0 ? "XA ROLLBACK " : "XA COMMIT ") + one.name();
        if (random.nextBoolean()) {
            execute(one.session(), end);
        } else {
            one.session().close();
            // the server detaches the transaction from its session a moment later
            await().ignoreExceptionsMatching(
                            e -> e instanceof SQLException missing && missing.getErrorCode() == UNKNOWN_XID)
                    .untilAsserted(() -> execute(migration.openSource(), end));
        }
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (session;
                Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }
}
