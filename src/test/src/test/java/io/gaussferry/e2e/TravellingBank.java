package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An application that goes to and fro between the sides of a migration: each transaction moves an amount between two accounts, notes that,
 * and deletes a note of before. It writes to the target while a file is there, and to the source while it is not; a refusal by a side that
 * is not the one any more is waited out. Keeps which transfers were acknowledged, and of which that is not known.
 */
final class TravellingBank implements AutoCloseable {

    static final int ACCOUNTS = 40;
    private static final int BALANCE = 1_000;
    private static final int TELLERS = 3;
    private static final int PAUSE_MILLIS = 10;

    private final Migration migration;
    private final Path onTarget;
    private final AtomicBoolean done = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<Transfer> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<Transfer> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicLong bySource = new AtomicLong();
    private final AtomicLong byTarget = new AtomicLong();

    private record Transfer(int teller, long number, int debited, int credited, int amount)
            implements Comparable<Transfer> {

        @Override
        public int compareTo(Transfer other) {
            return teller == other.teller ? Long.compare(number, other.number) : Integer.compare(teller, other.teller);
        }
    }

    private TravellingBank(Migration migration, Path onTarget) {
        this.migration = migration;
        this.onTarget = onTarget;
    }

    /** Creates its tables at the source. */
    static TravellingBank create(Migration migration, Path onTarget) throws SQLException {
        migration.source(
                "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL, changes INT NOT NULL)",
                "CREATE TABLE transfer (id BIGINT AUTO_INCREMENT PRIMARY KEY, teller INT NOT NULL, number BIGINT NOT NULL,"
                        + " debited INT NOT NULL, credited INT NOT NULL, amount INT NOT NULL, UNIQUE KEY (teller, number))",
                "CREATE TABLE note (teller INT NOT NULL, number BIGINT NOT NULL, text VARCHAR(40), PRIMARY KEY (teller, number))");
        for (int id = 0; id < ACCOUNTS; id++) {
            migration.source("INSERT INTO account VALUES (" + id + ", " + BALANCE + ", 0)");
        }
        return new TravellingBank(migration, onTarget);
    }

    void start(long seed) {
        for (int i = 0; i < TELLERS; i++) {
            int teller = i;
            SplittableRandom random = new SplittableRandom(seed + teller);
            Thread thread = new Thread(() -> serve(teller, random), "teller-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void serve(int teller, SplittableRandom random) {
        @Nullable Connection connection = null;
        boolean target = false;
        for (long number = 1; !done.get(); number++) {
            int debited = random.nextInt(ACCOUNTS);
            int credited = (debited + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            Transfer transfer = new Transfer(teller, number, debited, credited, 1 + random.nextInt(9));
            boolean committing = false;
            try {
                boolean now = Files.exists(onTarget);
                if (connection == null || now != target) {
                    close(connection);
                    connection = null;
                    connection = now ? migration.openTarget() : migration.openSource();
                    connection.setAutoCommit(false);
                    target = now;
                }
                try (Statement statement = connection.createStatement()) {
                    write(transfer, statement);
                }
                committing = true;
                connection.commit();
                acknowledged.add(transfer);
                (target ? byTarget : bySource).incrementAndGet();
                Thread.sleep(PAUSE_MILLIS);
            } catch (SQLException e) {
                // a refusal is certain; a connection that broke in the commit is not
                if (committing && (e.getSQLState() == null || e.getSQLState().startsWith("08"))) {
                    uncertain.add(transfer);
                }
                close(connection);
                connection = null;
                pause();
            } catch (InterruptedException e) {
                return;
            }
        }
        close(connection);
    }

    private static void write(Transfer transfer, Statement statement) throws SQLException {
        String credit = "UPDATE account SET balance = balance + " + transfer.amount
                + ", changes = changes + 1 WHERE id = " + transfer.credited;
        String debit = "UPDATE account SET balance = balance - " + transfer.amount
                + ", changes = changes + 1 WHERE id = " + transfer.debited;
        // always the smaller number first: nobody waits in a circle
        statement.execute(transfer.debited < transfer.credited ? debit : credit);
        statement.execute(transfer.debited < transfer.credited ? credit : debit);
        statement.execute("INSERT INTO transfer (teller, number, debited, credited, amount) VALUES (" + transfer.teller
                + ", " + transfer.number + ", " + transfer.debited + ", " + transfer.credited + ", " + transfer.amount
                + ")");
        statement.execute("INSERT INTO note VALUES (" + transfer.teller + ", " + transfer.number + ", 'it''s noted')");
        statement.execute(
                "DELETE FROM note WHERE teller = " + transfer.teller + " AND number < " + (transfer.number - 20));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(@Nullable Connection connection) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException gone) {
            // its server has ended it: there is nothing to close
            return;
        }
    }

    /** Waits for that many more transfers at the source. */
    void awaitAtSource(int more) {
        long wanted = bySource.get() + more;
        await("transfers at the source").atMost(Daemon.PATIENCE).until(() -> bySource.get() >= wanted);
    }

    /** Waits for that many more transfers on the target. */
    void awaitOnTarget(int more) {
        long wanted = byTarget.get() + more;
        await("transfers on the target").atMost(Daemon.PATIENCE).until(() -> byTarget.get() >= wanted);
    }

    long transfers() {
        return acknowledged.size();
    }

    void stop() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            thread.join(Daemon.PATIENCE.toMillis());
        }
    }

    /** Requires of one side that every acknowledged transfer is there once, nothing else is, and every account is what they make it. */
    void requireEachOnce(boolean target) throws Exception {
        List<String> transfers;
        List<String> accounts;
        try (Connection connection = target ? migration.openTarget() : migration.openSource()) {
            transfers = Server.rows(connection, "SELECT teller, number, debited, credited, amount FROM transfer");
            accounts = Server.rows(connection, "SELECT id, balance, changes FROM account ORDER BY id");
        }
        Set<Transfer> found = new TreeSet<>();
        int[] balances = new int[ACCOUNTS];
        int[] changes = new int[ACCOUNTS];
        for (String row : transfers) {
            String[] values = row.split("\\|", -1);
            Transfer transfer = new Transfer(
                    Integer.parseInt(values[0]),
                    Long.parseLong(values[1]),
                    Integer.parseInt(values[2]),
                    Integer.parseInt(values[3]),
                    Integer.parseInt(values[4]));
            assertThat(found.add(transfer)).as("written twice: " + row).isTrue();
            balances[transfer.debited] -= transfer.amount;
            balances[transfer.credited] += transfer.amount;
            changes[transfer.debited]++;
            changes[transfer.credited]++;
        }
        List<String> expected = new ArrayList<>();
        for (int id = 0; id < ACCOUNTS; id++) {
            expected.add(id + "|" + (BALANCE + balances[id]) + "|" + changes[id]);
        }
        assertThat(accounts).as("accounts, by the transfers that are there").isEqualTo(expected);
        Set<Transfer> missing = new TreeSet<>(acknowledged);
        missing.removeAll(found);
        assertThat(missing).as("acknowledged, and not there").isEmpty();
        found.removeAll(acknowledged);
        found.removeAll(uncertain);
        assertThat(found).as("there, and not acknowledged").isEmpty();
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
