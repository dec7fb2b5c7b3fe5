package io.gaussferry.checkpoint;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidBitmap;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The table {@code gaussferry.progress} on the target: one row for each applier of a pipeline, updated in the same transaction as the data.
 * {@link ProgressStore} combines the rows and controls their ownership.
 */
public final class ProgressTable {

    private static final String TABLE = "progress";

    private static final String AHEAD = "ahead";

    private static final String FINGERPRINT = "fingerprint";

    /** Values are parameters so that they cannot be interpreted as SQL; {@code updated_at} is the target's clock. */
    public static final String UPDATE = "UPDATE gaussferry.progress SET gtid_set = ?, ahead = '', fingerprint = ?,"
            + " low_water = ?, low_water_file = ?, low_water_offset = ?, low_water_created = ?,"
            + " transactions = transactions + ?,"
            + " updated_at = clock_timestamp() WHERE pipeline = ? AND applier = ? AND epoch = ?";

    private static final String ROWS = "SELECT * FROM gaussferry.progress WHERE pipeline = ?";

    private ProgressTable() {}

    /**
     * One row.
     *
     * @param progress the commits of the applier
     * @param source the server of that history
     * @param epoch of the daemon that may write it
     * @param transactions the number counted in commits since the initial copy
     */
    record Row(Progress progress, SourceIdentity source, long epoch, long transactions) {}

    /** Returns whether the table exists. */
    static boolean exists(Connection connection) throws SQLException {
        return TargetState.hasTable(connection, TABLE);
    }

    /** Returns the rows of a pipeline, as of one statement. */
    static List<Row> read(Connection connection, String pipeline) throws SQLException {
        List<Row> found = new ArrayList<>();
        try (PreparedStatement read = connection.prepareStatement(ROWS)) {
            read.setString(1, pipeline);
            try (ResultSet rows = read.executeQuery()) {
                Set<String> columns = columns(rows);
                while (rows.next()) {
                    found.add(new Row(
                            progress(rows, columns),
                            new SourceIdentity(
                                    rows.getString("source_uuid"), Naming.valueOf(rows.getString("source_naming"))),
                            rows.getLong("epoch"),
                            rows.getLong("transactions")));
                }
            }
        }
        return found;
    }

    /** Returns the existing columns. Readers without ownership must not upgrade the table of a running daemon of an older version. */
    private static Set<String> columns(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        Set<String> names = new HashSet<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnName(i));
        }
        return names;
    }

    private static Progress progress(ResultSet row, Set<String> columns) throws SQLException {
        LowWaterMark lowWater = new LowWaterMark(
                row.getLong("low_water"),
                new BinlogPosition(
                        row.getString("low_water_file"),
                        row.getLong("low_water_offset"),
                        row.getLong("low_water_created")));
        HistoryFingerprint fingerprint = HistoryFingerprint.parse(value(row, FINGERPRINT, columns));
        Progress progress = new Progress(row.getString("gtid_set"), lowWater, fingerprint);
        String ahead = value(row, AHEAD, columns);
        if (ahead.isEmpty()) {
            return progress;
        }
        GtidSet executed = progress.executedSet();
        executed.addAll(GtidBitmap.parse(ahead));
        return new Progress(executed.toString(), lowWater, fingerprint);
    }

    /** Returns a column's value; a target in compatibility mode A has NULL for an empty string. */
    private static String value(ResultSet row, String column, Set<String> columns) throws SQLException {
        String value = columns.contains(column) ? row.getString(column) : null;
        return value == null ? "" : value;
    }

    /**
     * Adds rows.
     *
     * @param from the first applier, inclusive
     * @param to the last applier, exclusive
     */
    static void insert(
            Connection connection, Ownership ownership, int from, int to, Progress progress, SourceIdentity source)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.progress VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, clock_timestamp(), '', ?)")) {
            for (int applier = from; applier < to; applier++) {
                insert.setString(1, ownership.pipeline());
                insert.setInt(2, applier);
                insert.setLong(3, ownership.epoch());
                insert.setString(4, progress.executed());
                insert.setLong(5, progress.lowWater().captureSequence());
                insert.setString(6, progress.lowWater().position().file());
                insert.setLong(7, progress.lowWater().position().offset());
                insert.setLong(8, progress.lowWater().position().created());
                insert.setString(9, source.serverUuid());
                insert.setString(10, source.naming().name());
                insert.setString(11, progress.fingerprint().toString());
                insert.executeUpdate();
            }
        }
    }

    /**
     * Sets all parameters of {@link #UPDATE}.
     *
     * @param progress of the applier's row after the commit
     * @param transactions the number of source transactions committed with it
     */
    public static void setUpdate(
            PreparedStatement update, Ownership ownership, int applier, Progress progress, long transactions)
            throws SQLException {
        update.setString(1, progress.executed());
        update.setString(2, progress.fingerprint().toString());
        update.setLong(3, progress.lowWater().captureSequence());
        update.setString(4, progress.lowWater().position().file());
        update.setLong(5, progress.lowWater().position().offset());
        update.setLong(6, progress.lowWater().position().created());
        update.setLong(7, transactions);
        update.setString(8, ownership.pipeline());
        update.setInt(9, applier);
        update.setLong(10, ownership.epoch());
    }
}
