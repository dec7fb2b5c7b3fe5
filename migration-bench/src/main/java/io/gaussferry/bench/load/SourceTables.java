package io.gaussferry.bench.load;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** The source's tables, on the way from the load to the measurement. Stateless. */
public final class SourceTables {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 100;

    /** A megabyte. */
    private static final long FEW_PAGES = 64;

    private SourceTables() {}

    /**
     * Waits until the source has written back what it holds of them, but not for long: an idle MySQL does that by itself, and the disk is
     * the one to which the baseline commits.
     */
    public static void settle(ServerAddress source) throws SQLException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
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
