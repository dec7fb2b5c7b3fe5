package io.gaussferry.verify.read;

import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads rows of the source, each statement in a consistent read of its own, and turns their values into what the target should
 * have. One thread at a time.
 */
public final class SourceReader {

    /** Stands for a value that the target cannot hold: no text of a target has this character, so it never is equal. */
    public static final String UNCONVERTIBLE = "\0cannot be carried over";

    private final Connection connection;
    private final PlainText text = new PlainText();

    /** @param connection with autocommit; see {@link Sessions#openSource} */
    public SourceReader(Connection connection) {
        this.connection = connection;
    }

    /** Reads the rows that meet a condition, in no particular order, without buffering them. */
    public void read(ComparedTable table, String condition, RowConsumer consumer) throws SQLException {
        Row row = new Row(table.columnCount());
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's way to say: one row at a time
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(table.sourceQuery(condition))) {
                while (rows.next()) {
                    fill(rows, table, row);
                    consumer.accept(row);
                }
            }
        }
    }

    /** Takes the values of a selected row. */
    public void fill(ResultSet rows, ComparedTable table, Row row) throws SQLException {
        row.clear();
        for (int i = 0; i < table.columnCount(); i++) {
            append(rows.getBytes(i + 1), table.codecs().get(i), table.forms().get(i), row);
        }
    }

    private void append(byte[] value, ValueCodec codec, ValueForm form, Row row) {
        if (value == null) {
            row.appendNull();
            return;
        }
        text.reset();
        try {
            codec.writeSelected(value, text);
        } catch (GaussferryException refused) {
            // a value that stops the initial copy and the replay; here it is a row that cannot be equal, and no reason
            // to stop
            row.append(UNCONVERTIBLE);
            return;
        }
        if (text.isNull()) {
            row.appendNull();
        } else {
            form.append(text.buffer(), 0, text.length(), row);
        }
    }
}
