package io.gaussferry.bench.load;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Prepares the source's tables between load and measurement. Stateless. */
public final class SourceTables {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 100;

    /** One megabyte. */
    private static final long FEW_PAGES = 64;

    private SourceTables() {}

    /**
     * Waits until the source has flushed most dirty pages, up to a time limit. An idle MySQL flushes by itself, and uses the
     * disk to which the baseline commits.
     */
    public static void settle(ServerAddress source) throws SQLException, InterruptedException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            while (dirtyPages(statement) > FEW_PAGES && System.nanoTime() - end < 0) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    private static long dirtyPages(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'")) {
            return row.next() ? row.getLong(2) : 0;
        }
    }
}
