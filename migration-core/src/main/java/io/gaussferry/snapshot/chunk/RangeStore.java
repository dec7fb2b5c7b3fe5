package io.gaussferry.snapshot.chunk;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.jdbc.Sql;
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
 * Stores the ranges of a copy and the views in which they were read on the target. A range is recorded when it is determined, and again in
 * the transaction that copies its rows. {@code CopyStore} creates the tables.
 */
public final class RangeStore {

    /**
     * A range of a table.
     *
     * @param number its unique number
     * @param table its table
     * @param range its rows
     * @param view the number of the view in which its rows were read; 0 while they are not copied
     * @param rows the number of copied rows
     */
    public record Range(long number, TableId table, KeyRange range, int view, long rows) {

        /** Returns whether its rows are copied. */
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
        Sql.each(
                connection,
                row -> {
                    BinlogPosition position = new BinlogPosition(
                            row.getString("low_file"), row.getLong("low_offset"), row.getLong("low_created"));
                    views.put(
                            row.getInt("number"),
                            new SourceView(
                                    new Progress(row.getString("low"), new LowWaterMark(0, position), fingerprint(row)),
                                    GtidSet.parse(row.getString("high")),
                                    new SourceIdentity(
                                            row.getString("source_uuid"),
                                            Naming.valueOf(row.getString("source_naming")))));
                },
                "SELECT number, low, low_file, low_offset, low_created,"
                        + " high, source_uuid, source_naming, fingerprint FROM gaussferry.copy_view WHERE pipeline = ?",
                pipeline);
        return views;
    }

    /** Views of an earlier version have no fingerprint, and a target in compatibility mode A stores NULL for an empty string. */
    private static HistoryFingerprint fingerprint(ResultSet row) throws SQLException {
        String text = row.getString("fingerprint");
        return text == null ? HistoryFingerprint.NONE : HistoryFingerprint.parse(text);
    }

    public void addView(Connection connection, int number, SourceView view) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.copy_view VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            BinlogPosition position = view.low().lowWater().position();
            insert.setString(1, pipeline);
            insert.setInt(2, number);
            insert.setString(3, view.low().executed());
            insert.setString(4, position.file());
            insert.setLong(5, position.offset());
            insert.setLong(6, position.created());
            insert.setString(7, view.high().toString());
            insert.setString(8, view.identity().serverUuid());
            insert.setString(9, view.identity().naming().name());
            insert.setString(10, view.low().fingerprint().toString());
            insert.executeUpdate();
        }
    }

    /** Returns the recorded ranges. */
    public List<Range> read(Connection connection) throws SQLException {
        List<Range> ranges = new ArrayList<>();
        Sql.each(
                connection,
                row -> ranges.add(new Range(
                        row.getLong(1),
                        new TableId(row.getString(2), row.getString(3)),
                        new KeyRange(KeyBoundFormat.parse(row.getString(4)), KeyBoundFormat.parse(row.getString(5))),
                        row.getInt(6),
                        row.getLong(7))),
                "SELECT number, schema_name, table_name, after_key, up_to_key, view_number, copied_rows"
                        + " FROM gaussferry.copy_range WHERE pipeline = ? ORDER BY number",
                pipeline);
        return ranges;
    }

    /** Records new ranges. Joins the connection's transaction. */
    public void add(Connection connection, List<Range> ranges) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.copy_range VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Range range : ranges) {
                insert.setString(1, pipeline);
                insert.setLong(2, range.number());
                insert.setString(3, range.table().schema());
                insert.setString(4, range.table().name());
                insert.setString(5, KeyBoundFormat.of(range.range().after()));
                insert.setString(6, KeyBoundFormat.of(range.range().upTo()));
                insert.setInt(7, range.view());
                insert.setLong(8, range.rows());
                insert.addBatch();
            }
            int[] unused = insert.executeBatch();
        }
    }

    /**
     * Records that the rows of a range are copied. Joins the connection's transaction.
     *
     * @throws FencedException if the range is no longer recorded; the transaction must not be committed then
     */
    public void copied(Connection connection, long number, int view, long rows) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE gaussferry.copy_range SET view_number = ?,"
                + " copied_rows = ? WHERE pipeline = ? AND number = ?")) {
            update.setInt(1, view);
            update.setLong(2, rows);
            update.setString(3, pipeline);
            update.setLong(4, number);
            if (update.executeUpdate() != 1) {
                throw new FencedException(
                        ErrorCode.PIPELINE_TAKEN_OVER,
                        "Range " + number + " of the copy of pipeline \"" + pipeline
                                + "\" is no longer recorded on the target: another daemon has started the copy again. Nothing of"
                                + " the range was committed.",
                        "run one daemon per pipeline");
            }
        }
    }

    /** Deletes the ranges of a table. */
    public void forget(Connection connection, TableId table) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.copy_range WHERE pipeline = ? AND schema_name = ? AND table_name = ?",
                pipeline,
                table.schema(),
                table.name());
    }
}
