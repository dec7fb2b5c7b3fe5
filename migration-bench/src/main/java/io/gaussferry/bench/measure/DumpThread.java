package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The source's thread that sends the binlog to a daemon: the dump thread that did not exist when this object was created.
 * Confined to one thread.
 */
final class DumpThread implements AutoCloseable {
    private static final int NO_SUCH_THREAD = 1094;
    private static final long POLL_MILLIS = 2;

    private final Connection source;
    private final Set<Long> known;

    /** Create this object before the daemon is started. */
    DumpThread(ServerAddress source) throws SQLException {
        this.source = source.open();
        this.known = all();
    }

    /** Kills the thread, and with it the daemon's connection. */
    void end() throws SQLException {
        Set<Long> present = all();
        present.removeAll(known);
        try (Statement statement = source.createStatement()) {
            for (long thread : present) {
                kill(statement, thread);
            }
        }
        known.addAll(present);
    }

    private static void kill(Statement statement, long thread) throws SQLException {
        try {
            statement.execute("KILL " + thread);
        } catch (SQLException failure) {
            if (failure.getErrorCode() != NO_SUCH_THREAD) {
                throw failure;
            }
        }
    }

    /**
     * Waits until the daemon has reconnected.
     *
     * @return {@link System#nanoTime} at which the connection was observed
     * @throws DaemonException if it has not reconnected in time
     */
    long awaitNext(DaemonProcess daemon, Duration timeout) throws SQLException, DaemonException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (known.containsAll(all())) {
            daemon.requireAlive();
            if (System.nanoTime() - end > 0) {
                throw new DaemonException("the daemon did not reconnect to the source within " + timeout.toSeconds()
                        + " s" + daemon.lastLines());
            }
            Thread.sleep(POLL_MILLIS);
        }
        return System.nanoTime();
    }

    private Set<Long> all() throws SQLException {
        Set<Long> threads = new HashSet<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SHOW PROCESSLIST")) {
            while (row.next()) {
                if (String.valueOf(row.getString("Command")).startsWith("Binlog Dump")) {
                    threads.add(row.getLong("Id"));
                }
            }
        }
        return threads;
    }

    @Override
    public void close() throws SQLException {
        source.close();
    }
}
