package io.gaussferry.bench.daemon;

import io.gaussferry.model.GtidBitmap;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the replay has come, by the word of the target: its progress table is written in the same transactions as the
 * data. Which GTID set contains which is left to MySQL. Confined to one thread.
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

    /** The GTIDs that the source has executed until now. */
    public String executedOnSource() throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            return row.getString(1);
        }
    }

    /** The GTIDs that the target has committed until now, of all appliers; empty before the first. */
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

    /** Not every tool that is measured writes this column. */
    private static boolean hasAhead(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            if (columns.getColumnName(column).equals("ahead")) {
                return true;
            }
        }
        return false;
    }

    /** Whether the target has committed every one of these GTIDs. */
    public boolean hasReached(String executed) throws SQLException {
        try (PreparedStatement query = source.prepareStatement("SELECT GTID_SUBSET(?, ?)")) {
            query.setString(1, executed);
            query.setString(2, committedOnTarget());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1) == 1;
            }
        }
    }

    /**
     * Waits until the target has committed every one of these GTIDs.
     *
     * @return {@link System#nanoTime} when it had, at most one poll of 50 ms late
     * @throws DaemonException if the daemon ends before, or the time runs out
     */
    public long await(String executed, DaemonProcess daemon, Duration longest)
            throws SQLException, DaemonException, InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!hasReached(executed)) {
            daemon.requireAlive();
            if (System.nanoTime() - end > 0) {
                throw new DaemonException("the target has not caught up within " + longest.toSeconds()
                        + " s: the source has executed " + executed + ", the target has " + committedOnTarget()
                        + daemon.lastWords());
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
