package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * An application that switches between the sides of a migration: it writes to the target while a file exists, and to the source while it does not. It
 * retries while a side that is no longer current rejects its writes. Records which transactions were acknowledged and which have an unknown outcome.
 */
final class SwitchingApplication implements AutoCloseable {

    private static final int WRITERS = 3;
    private static final int PAUSE_MILLIS = 25;

    /** The application's transactions. Methods are called by any thread. */
    interface Business {

        /** Opens a seat for one writer, at its own connection, without autocommit. */
        Seat open(Connection connection, int writer) throws SQLException;

        /** Returns a query for the receipts of all transactions. */
        String receipts();

        /** Requires of one side that all other data is consistent with its receipts. */
        void requireConsistent(Connection connection) throws SQLException;
    }

    /** One writer at its connection. */
    interface Seat {

        /**
         * Executes the statements of one transaction; the caller commits.
         *
         * @return its receipt: a row that it has written, as {@link Business#receipts} reads it; empty if the transaction is to be rolled back
         */
        Optional<String> write(long number) throws SQLException;
    }

    private final Migration migration;
    private final Business business;
    private final Path onTarget;
    private final AtomicBoolean done = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<String> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicLong bySource = new AtomicLong();
    private final AtomicLong byTarget = new AtomicLong();
    /** Writers hold the read lock; fair, so that a pause is granted. */
    private final ReentrantReadWriteLock writing = new ReentrantReadWriteLock(true);

    private final AtomicLong lastCommit = new AtomicLong();
    private final AtomicLong longestPause = new AtomicLong();

    private volatile String lastRefusal = "none";

    /** @param onTarget exists while the target is to be written to */
    SwitchingApplication(Migration migration, Business business, Path onTarget) {
        this.migration = migration;
        this.business = business;
        this.onTarget = onTarget;
    }

    /** Starts to write, at the source with an account that cannot write to a read-only server. */
    void start() throws SQLException {
        migration.createApplicationAccount();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Thread thread = new Thread(() -> serve(writer), "writer-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** A connection and the seat that uses it. */
    private record Place(Connection connection, boolean target, Seat seat) {}

    private void serve(int writer) {
        @Nullable Place place = null;
        for (long number = 1; !done.get(); number++) {
            writing.readLock().lock();
            try {
                boolean target = Files.exists(onTarget);
                if (place != null && place.target != target) {
                    close(place);
                    place = null;
                }
                if (place == null) {
                    place = open(writer, target);
                }
                write(place, number);
            } catch (SQLException e) {
                lastRefusal = String.valueOf(e.getMessage());
                close(place);
                place = null;
            } finally {
                writing.readLock().unlock();
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                break;
            }
        }
        close(place);
    }

    private Place open(int writer, boolean target) throws SQLException {
        Connection connection = target ? migration.openTarget() : migration.openSourceAsApplication();
        connection.setAutoCommit(false);
        return new Place(connection, target, business.open(connection, writer));
    }

    private void write(Place place, long number) throws SQLException {
        Optional<String> receipt = place.seat.write(number);
        if (receipt.isEmpty()) {
            place.connection.rollback();
            return;
        }
        try {
            place.connection.commit();
        } catch (SQLException e) {
            // a rejection is certain; a connection that broke during the commit is not, nor one that a server ends
            // during its shutdown
            if (e.getSQLState() == null
                    || e.getSQLState().startsWith("08")
                    || e.getSQLState().startsWith("57P")) {
                uncertain.add(receipt.get());
            }
            throw e;
        }
        acknowledged.add(receipt.get());
        long now = System.nanoTime();
        long pause = now - lastCommit.getAndSet(now);
        longestPause.accumulateAndGet(pause, Math::max);
        (place.target ? byTarget : bySource).incrementAndGet();
    }

    private static void close(@Nullable Place place) {
        if (place == null) {
            return;
        }
        try {
            place.connection.close();
        } catch (SQLException gone) {
            // its server has ended it: no close needed
            return;
        }
    }

    /** Waits for that many more transactions at the source. */
    void awaitAtSource(int more) {
        awaitMore("the source", bySource, more);
    }

    /** Waits for that many more transactions on the target. */
    void awaitOnTarget(int more) {
        awaitMore("the target", byTarget, more);
    }

    /** Waits for that many more transactions on any side. */
    void awaitAny(int more) {
        long wanted = transactions() + more;
        await("transactions; the last refusal: " + lastRefusal)
                .atMost(Daemon.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> transactions() >= wanted);
    }

    private void awaitMore(String side, AtomicLong committed, int more) {
        long wanted = committed.get() + more;
        await().atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(committed.get())
                        .as("transactions of " + side + "; the last refusal: " + lastRefusal)
                        .isGreaterThanOrEqualTo(wanted));
    }

    /** A check while the application is paused. */
    interface Check {
        void run() throws Exception;
    }

    /** Runs a check between two transactions. */
    void whilePaused(Check check) throws Exception {
        writing.writeLock().lock();
        try {
            check.run();
        } finally {
            writing.writeLock().unlock();
        }
    }

    /** Starts to measure the longest time between two commits of any writers. */
    void measurePause() {
        lastCommit.set(System.nanoTime());
        longestPause.set(0);
    }

    /** Returns the longest time between two commits since {@link #measurePause}. */
    Duration longestPause() {
        return Duration.ofNanos(longestPause.get());
    }

    long transactions() {
        return acknowledged.size();
    }

    void stop() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            thread.join(Daemon.PATIENCE.toMillis());
        }
    }

    /** Requires of both sides that every acknowledged transaction is there once, no others exist, and all data is consistent with them. */
    void requireEachOnce() throws Exception {
        try (Connection source = migration.openSource();
                Connection target = migration.openTarget()) {
            requireEachOnce(source);
            requireEachOnce(target);
        }
    }

    private void requireEachOnce(Connection connection) throws SQLException {
        Set<String> found = new TreeSet<>();
        for (String receipt : Server.rows(connection, business.receipts())) {
            assertThat(found.add(receipt)).as("written twice: " + receipt).isTrue();
        }
        Set<String> missing = new TreeSet<>(acknowledged);
        missing.removeAll(found);
        assertThat(missing).as("acknowledged but missing").isEmpty();
        found.removeAll(acknowledged);
        found.removeAll(uncertain);
        assertThat(found).as("present but not acknowledged").isEmpty();
        business.requireConsistent(connection);
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
