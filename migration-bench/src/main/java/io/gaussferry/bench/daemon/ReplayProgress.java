package io.gaussferry.bench.daemon;

import io.gaussferry.model.GtidBitmap;
import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the progress of replication from the target, whose progress table is written in the same transactions as the data.
 * MySQL compares GTID sets. Confined to one thread.
 */
public final class ReplayProgress implements AutoCloseable {
    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_SCHEMA = "3F000";

    /** Also the resolution of every time that is measured with this class. */
    private static final long POLL_MILLIS = 50;

    private final Connection source;
    private final Connection target;
    private final String pipeline;

    /** Connects to both sides. */
    public ReplayProgress(ServerAddress source, ServerAddress target, String pipeline) throws SQLException {
        this.pipeline = pipeline;
        this.source = source.open();
        try {
            this.target = target.open();
        } catch (SQLException failure) {
            this.source.close();
            throw failure;
        }
    }

    /** Returns the GTIDs that the source has executed. */
    public String executedOnSource() throws SQLException {
        return SourceDialect.of(source).counted(source).toString();
    }

    /** Returns the GTIDs that all appliers have committed on the target; empty before the first commit. */
    public String committedOnTarget() throws SQLException {
        List<String> sets = new ArrayList<>();
        try (PreparedStatement query =
                target.prepareStatement("SELECT * FROM gaussferry.progress WHERE pipeline = ?")) {
            query.setString(1, pipeline);
            try (ResultSet row = query.executeQuery()) {
                boolean hasAhead = hasAhead(row);
                while (row.next()) {
                    String set = row.getString("gtid_set");
                    String ahead = hasAhead ? row.getString("ahead") : null;
                    for (String part : List.of(
                            set == null ? "" : set,
                            GtidBitmap.parse(ahead == null ? "" : ahead).toString())) {
                        if (!part.isBlank()) {
                            sets.add(part);
                        }
                    }
                }
            }
        } catch (SQLException failure) {
            String state = failure.getSQLState();
            if (UNDEFINED_TABLE.equals(state) || UNDEFINED_SCHEMA.equals(state)) {
                return "";
            }
            throw failure;
        }
        return String.join(",", sets);
    }

    /** Other tools that are measured may not write this column. */
    private static boolean hasAhead(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            if (columns.getColumnName(column).equals("ahead")) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the target has committed all of these GTIDs. */
    public boolean hasReached(String executed) throws SQLException {
        return GtidSet.parse(committedOnTarget()).containsAll(GtidSet.parse(executed));
    }

    /**
     * Waits until the target has committed all of these GTIDs.
     *
     * @return {@link System#nanoTime} at which the commit was observed, at most one poll of 50 ms late
     * @throws DaemonException if the daemon exits before that, or the time expires
     */
    public long await(String executed, DaemonProcess daemon, Duration timeout)
            throws SQLException, DaemonException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!hasReached(executed)) {
            daemon.requireAlive();
            if (System.nanoTime() - end > 0) {
                throw new DaemonException("the target did not catch up within " + timeout.toSeconds()
                        + " s: the source has executed " + executed + ", the target has " + committedOnTarget()
                        + daemon.lastLines());
            }
            Thread.sleep(POLL_MILLIS);
        }
        return System.nanoTime();
    }

    @Override
    public void close() throws SQLException {
        try (source) {
            target.close();
        }
    }
}
