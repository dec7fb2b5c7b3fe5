package io.gaussferry.bench.demo;

import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An application that writes numbered rows through a cutover and a return: to the target while a file exists, otherwise to MySQL.
 * Records which writes were acknowledged, and for each switch when the first write was refused and when the first was
 * accepted on the other side.
 */
final class WriteThroughApplication implements AutoCloseable {
    private static final int WRITERS = 2;
    private static final int PAUSE_MILLIS = 2;

    private final ServerAddress source;
    private final ServerAddress target;
    private final String table;
    private final Path switched;
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<String> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicLong toSource = new AtomicLong();
    private final AtomicLong toTarget = new AtomicLong();
    private final AtomicLong afterReturn = new AtomicLong();
    private final Refusal cutover = new Refusal();
    private final Refusal ofReturn = new Refusal();
    private volatile boolean done;

    /**
     * @param table its name, with its database, without quotes
     * @param switched file that exists once the application must write to the target
     */
    WriteThroughApplication(ServerAddress source, ServerAddress target, String table, Path switched) {
        this.source = source;
        this.target = target;
        this.table = table;
        this.switched = switched;
    }

    /** The time in which writes are refused during a switch, of all writers together. */
    private static final class Refusal {
        private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
        private final AtomicLong accepted = new AtomicLong(Long.MAX_VALUE);

        void refused() {
            first.accumulateAndGet(System.nanoTime(), Math::min);
        }

        void accepted() {
            accepted.accumulateAndGet(System.nanoTime(), Math::min);
        }

        double seconds() {
            boolean both = first.get() != Long.MAX_VALUE && accepted.get() != Long.MAX_VALUE;
            return both ? (accepted.get() - first.get()) / 1e9 : 0;
        }
    }

    /** The counts at the end. */
    record Count(
            long toSource,
            long toTarget,
            long afterReturn,
            long missing,
            long duplicate,
            long unexpected,
            double refusedSeconds,
            double refusedSecondsOfReturn) {

        boolean isCorrect() {
            return missing == 0 && duplicate == 0 && unexpected == 0 && toTarget > 0 && afterReturn > 0;
        }
    }

    void createTable() throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table
                    + " (id BIGINT PRIMARY KEY AUTO_INCREMENT, writer INT NOT NULL, number BIGINT NOT NULL)");
        }
    }

    void start() {
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Thread thread = new Thread(() -> write(writer), "application-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void write(int writer) {
        @Nullable Connection connection = null;
        boolean onTarget = false;
        boolean wasOnTarget = false;
        for (long number = 1; !done; number++) {
            boolean sent = false;
            String name = writer + ":" + number;
            try {
                boolean now = Files.exists(switched);
                if (connection == null || now != onTarget) {
                    closeQuietly(connection);
                    connection = (now ? target : source).open();
                    onTarget = now;
                }
                try (Statement statement = connection.createStatement()) {
                    sent = true;
                    statement.execute(
                            "INSERT INTO " + table + " (writer, number) VALUES (" + writer + ", " + number + ")");
                }
                acknowledged.add(name);
                count(onTarget, wasOnTarget);
                wasOnTarget |= onTarget;
                Thread.sleep(PAUSE_MILLIS);
            } catch (SQLException refused) {
                if (onTarget || !wasOnTarget) {
                    (wasOnTarget ? ofReturn : cutover).refused();
                }
                // a refused write is certain; the outcome of a write whose connection broke is unknown
                if (sent
                        && (refused.getSQLState() == null
                                || refused.getSQLState().startsWith("08"))) {
                    uncertain.add(name);
                }
                closeQuietly(connection);
                connection = null;
            } catch (InterruptedException end) {
                break;
            }
        }
        closeQuietly(connection);
    }

    private void count(boolean onTarget, boolean wasOnTarget) {
        if (onTarget) {
            cutover.accepted();
            toTarget.incrementAndGet();
        } else if (wasOnTarget) {
            ofReturn.accepted();
            afterReturn.incrementAndGet();
        } else {
            toSource.incrementAndGet();
        }
    }

    private static void closeQuietly(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException gone) {
                // already closed
                return;
            }
        }
    }

    long acknowledgedByTarget() {
        return toTarget.get();
    }

    long acknowledgedAfterReturn() {
        return afterReturn.get();
    }

    /** Stops the writers, and compares MySQL's rows with the acknowledged writes. */
    Count count() throws SQLException, InterruptedException {
        close();
        Set<String> found = new TreeSet<>();
        long duplicate = 0;
        try (Connection connection = source.open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT writer, number FROM " + table)) {
            while (rows.next()) {
                duplicate += found.add(rows.getInt(1) + ":" + rows.getLong(2)) ? 0 : 1;
            }
        }
        Set<String> missing = new TreeSet<>(acknowledged);
        missing.removeAll(found);
        found.removeAll(acknowledged);
        found.removeAll(uncertain);
        return new Count(
                toSource.get(),
                toTarget.get(),
                afterReturn.get(),
                missing.size(),
                duplicate,
                found.size(),
                cutover.seconds(),
                ofReturn.seconds());
    }

    @Override
    public void close() throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
