package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs transfers between accounts from eight connections, and readers on the target that add up the visible balances. Guards: one target transaction
 * for whole source transactions ({@code Applier.commit}, once per batch), and in commit order the wait for the turn ({@code
 * CommitOrder.awaitCommitOrder}).
 */
class BankIT {

    private static final int ACCOUNTS = 60;
    private static final int BALANCE = 1_000;
    private static final int CONNECTIONS = 8;
    private static final int TRANSFERS = 1_500;
    /** Transfers continue until the two readers together have seen this number of different states. */
    private static final int VIEWS = 16;

    /** The sum of all accounts, and the number of connections whose transfers have a gap. */
    private static final String VIEW = "SELECT (SELECT sum(balance) FROM account),"
            + " (SELECT count(*) FROM (SELECT connection FROM transfer GROUP BY connection"
            + " HAVING count(*) <> max(number)) AS with_gap), (SELECT count(*) FROM transfer)";

    @Tag("long")
    @Test
    void readersSeeConstantTotalAndTransfersInOrder() throws Exception {
        List<String> views = viewsDuringTransfers("write-set");
        assertThat(views).allSatisfy(view -> assertThat(view).startsWith(ACCOUNTS * BALANCE + "|0|"));
    }

    @Tag("long")
    @Test
    void readersSeeConstantTotalWithSourceClock() throws Exception {
        List<String> views = viewsDuringTransfers("logical-clock");
        assertThat(views).allSatisfy(view -> assertThat(view).startsWith(ACCOUNTS * BALANCE + "|0|"));
    }

    /** Returns all different views that readers had while transfers were made and replayed. */
    private static List<String> viewsDuringTransfers(String dependencies) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_bank")) {
            migration.replaySetting("dependencies: " + dependencies);
            migration.source(
                    "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)",
                    "CREATE TABLE transfer (connection BIGINT, number INT, PRIMARY KEY (connection, number))");
            for (int id = 0; id < ACCOUNTS; id++) {
                migration.source("INSERT INTO account VALUES (" + id + ", " + BALANCE + ")");
            }
            migration.start();
            AtomicBoolean done = new AtomicBoolean();
            CountDownLatch enoughSeen = new CountDownLatch(VIEWS);
            ExecutorService readers = Executors.newFixedThreadPool(2);
            List<Future<List<String>>> views = new ArrayList<>();
            try (Writers writers = Writers.start(migration, CONNECTIONS, BankIT::transfer)) {
                views.add(readers.submit(reader(migration, done, enoughSeen)));
                views.add(readers.submit(reader(migration, done, enoughSeen)));
                await().atMost(Daemon.PATIENCE)
                        .until(() -> writers.committed() >= TRANSFERS && enoughSeen.getCount() == 0);
                writers.stop();
                migration.assertEqualContent();
            } finally {
                done.set(true);
                readers.shutdown();
            }
            migration.stop();
            List<String> all = new ArrayList<>();
            for (Future<List<String>> ofReader : views) {
                all.addAll(ofReader.get());
            }
            return all;
        }
    }

    private static Callable<List<String>> reader(Migration migration, AtomicBoolean done, CountDownLatch enoughSeen) {
        return () -> {
            List<String> views = new ArrayList<>();
            try (Connection connection = migration.openTarget()) {
                while (!done.get()) {
                    String view = Server.rows(connection, VIEW).get(0);
                    if (views.isEmpty() || !views.get(views.size() - 1).equals(view)) {
                        views.add(view);
                        enoughSeen.countDown();
                    }
                }
            }
            return views;
        };
    }

    private static void transfer(Statement statement, long number) throws SQLException {
        SplittableRandom random = new SplittableRandom(number);
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        int amount = random.nextInt(50);
        statement.execute("UPDATE account SET balance = balance - " + amount + " WHERE id = " + from);
        statement.execute("UPDATE account SET balance = balance + " + amount + " WHERE id = " + to);
        statement.execute("INSERT INTO transfer SELECT CONNECTION_ID(), COALESCE(MAX(number), 0) + 1 FROM transfer"
                + " WHERE connection = CONNECTION_ID()");
    }
}
