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
 * An application that writes numbered rows through a cutover: to MySQL until a file exists, then to the target. Records which
 * writes were acknowledged, when the first write was refused and when the first was accepted again.
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
    private final AtomicLong firstRefused = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong firstAccepted = new AtomicLong(Long.MAX_VALUE);
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

    /** The counts at the end. */
    record Count(long toSource, long toTarget, long missing, long duplicate, long unexpected, double refusedSeconds) {

        boolean isCorrect() {
            return missing == 0 && duplicate == 0 && unexpected == 0 && toTarget > 0;
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
                (onTarget ? toTarget : toSource).incrementAndGet();
                if (onTarget) {
                    firstAccepted.accumulateAndGet(System.nanoTime(), Math::min);
                }
                Thread.sleep(PAUSE_MILLIS);
            } catch (SQLException refused) {
                firstRefused.accumulateAndGet(System.nanoTime(), Math::min);
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

    /** Stops the writers, and compares the target's rows with the acknowledged writes. */
    Count count() throws SQLException, InterruptedException {
        close();
        Set<String> found = new TreeSet<>();
        long duplicate = 0;
        try (Connection connection = target.open();
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
        boolean both = firstRefused.get() != Long.MAX_VALUE && firstAccepted.get() != Long.MAX_VALUE;
        return new Count(
                toSource.get(),
                toTarget.get(),
                missing.size(),
                duplicate,
                found.size(),
                both ? (firstAccepted.get() - firstRefused.get()) / 1e9 : 0);
    }

    @Override
    public void close() throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
