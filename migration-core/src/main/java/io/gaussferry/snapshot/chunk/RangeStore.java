package io.gaussferry.snapshot.chunk;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.source.SourceView;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ranges of a copy, kept on the target, and the views in which they were read. A range is noted when it is cut, and again in the
 * transaction that has its rows. The tables belong to {@code CopyStore}.
 */
public final class RangeStore {

    /**
     * A range of a table, from the moment when it is cut.
     *
     * @param number tells it from all others
     * @param table whose
     * @param range which of its rows
     * @param view the number of the view in which they were read; 0 as long as they are not there
     * @param rows how many are there
     */
    public record Range(long number, TableId table, KeyRange range, int view, long rows) {

        /** Returns whether its rows are there. */
        public boolean isCopied() {
            return view > 0;
        }
    }

    private final String pipeline;

    public RangeStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Returns the views in which ranges were read, by number. */
    public Map<Integer, SourceView> views(Connection connection) throws SQLException {
        Map<Integer, SourceView> views = new TreeMap<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT number, low, low_file, low_offset, low_created,"
                        + " high, source_uuid, source_naming, fingerprint FROM gaussferry.copy_view WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    BinlogPosition place = new BinlogPosition(
                            row.getString("low_file"), row.getLong("low_offset"), row.getLong("low_created"));
                    views.put(
                            row.getInt("number"),
                            new SourceView(
                                    new Progress(row.getString("low"), new LowWaterMark(0, place), fingerprint(row)),
                                    GtidSet.parse(row.getString("high")),
                                    new SourceIdentity(
                                            row.getString("source_uuid"),
                                            Naming.valueOf(row.getString("source_naming")))));
                }
            }
        }
        return views;
    }

    /** Views of an earlier version have none, and a target in compatibility mode A has NULL for an empty string. */
    private static HistoryFingerprint fingerprint(ResultSet row) throws SQLException {
        String text = row.getString("fingerprint");
        return text == null ? HistoryFingerprint.NONE : HistoryFingerprint.parse(text);
    }

    public void addView(Connection connection, int number, SourceView view) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.copy_view VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            BinlogPosition place = view.low().lowWater().position();
            insert.setString(1, pipeline);
            insert.setInt(2, number);
            insert.setString(3, view.low().executed());
            insert.setString(4, place.file());
            insert.setLong(5, place.offset());
            insert.setLong(6, place.created());
            insert.setString(7, view.high().toString());
            insert.setString(8, view.identity().serverUuid());
            insert.setString(9, view.identity().naming().name());
            insert.setString(10, view.low().fingerprint().toString());
            insert.executeUpdate();
        }
    }

    /** Returns the ranges that were cut. */
    public List<Range> read(Connection connection) throws SQLException {
        List<Range> ranges = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT number, schema_name, table_name, after_key, up_to_key, view_number, copied_rows"
                        + " FROM gaussferry.copy_range WHERE pipeline = ? ORDER BY number")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ranges.add(new Range(
                            row.getLong(1),
                            new TableId(row.getString(2), row.getString(3)),
                            new KeyRange(KeyText.parse(row.getString(4)), KeyText.parse(row.getString(5))),
                            row.getInt(6),
                            row.getLong(7)));
                }
            }
        }
        return ranges;
    }

    /** Notes a range that is cut. Joins the connection's transaction. */
    public void add(Connection connection, Range range) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.copy_range VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, pipeline);
            insert.setLong(2, range.number());
            insert.setString(3, range.table().schema());
            insert.setString(4, range.table().name());
            insert.setString(5, KeyText.of(range.range().after()));
            insert.setString(6, KeyText.of(range.range().upTo()));
            insert.setInt(7, range.view());
            insert.setLong(8, range.rows());
            insert.executeUpdate();
        }
    }

    /** Notes that the rows of a range are there. Joins the connection's transaction. */
    public void copied(Connection connection, long number, int view, long rows) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE gaussferry.copy_range SET view_number = ?,"
                + " copied_rows = ? WHERE pipeline = ? AND number = ?")) {
            update.setInt(1, view);
            update.setLong(2, rows);
            update.setString(3, pipeline);
            update.setLong(4, number);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("range " + number + " of the copy is not noted");
            }
        }
    }

    /** Forgets the ranges of a table. */
    public void forget(Connection connection, TableId table) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "DELETE FROM gaussferry.copy_range WHERE pipeline = ? AND schema_name = ? AND table_name = ?")) {
            delete.setString(1, pipeline);
            delete.setString(2, table.schema());
            delete.setString(3, table.name());
            delete.executeUpdate();
        }
    }
}
