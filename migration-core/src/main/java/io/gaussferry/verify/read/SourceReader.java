package io.gaussferry.verify.read;

import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.snapshot.range.KeyRange;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads rows of the source and converts their values to the target's. Each statement is a consistent read of its own. Used by one thread
 * at a time.
 */
public final class SourceReader {

    /** Represents a value that the target cannot store. No target value contains this character, so the two never compare equal. */
    public static final String UNCONVERTIBLE = "\0cannot be carried over";

    /**
     * Keys per statement. Fewer than {@code eq_range_index_dive_limit} (200), and few enough for {@code range_optimizer_max_mem_size}: for
     * more keys MySQL may read the whole table, and compares each row with each key. In a search of all partitions each key is a subquery.
     */
    public static final int KEYS_PER_QUERY = 100;

    private final Connection connection;
    private final PlainText text = new PlainText();

    /** @param connection with autocommit; see {@link Sessions#openSource} */
    public SourceReader(Connection connection) {
        this.connection = connection;
    }

    /** Receives rows that were found by their keys. */
    public interface FoundRow {

        /**
         * Receives a row.
         *
         * @param selected the selected row; the cursor must not be moved
         * @param row its values as the target should have them; valid during the call only
         * @param key the requested key of the row
         */
        void accept(ResultSet selected, Row row, List<String> key) throws SQLException;
    }

    /** Reads the rows of a range in no particular order, without buffering them. */
    public void read(ComparedTable table, KeyRange range, RowConsumer consumer) throws SQLException {
        select(table.sourceQuery(range), table, (selected, row) -> consumer.accept(row));
    }

    /** Reads the rows of a range like {@link #read}, also as they were selected. */
    public void readSelected(ComparedTable table, KeyRange range, SelectedRow consumer) throws SQLException {
        select(table.sourceQuery(range), table, consumer);
    }

    /** Reads the rows that match a condition in MySQL's syntax. */
    public void read(ComparedTable table, String condition, RowConsumer consumer) throws SQLException {
        select(table.sourceQuery(condition), table, (selected, row) -> consumer.accept(row));
    }

    /** Finds rows by their keys in all partitions of their table. */
    public void find(ComparedTable table, List<List<String>> keys, FoundRow consumer) throws SQLException {
        if (!table.isPartitioned()) {
            findInPartition(table, keys, consumer);
            return;
        }
        for (int from = 0; from < keys.size(); from += KEYS_PER_QUERY) {
            List<List<String>> some = keys.subList(from, Math.min(from + KEYS_PER_QUERY, keys.size()));
            select(table.searchQuery(some), table, ofKeys(table, some, consumer));
        }
    }

    /**
     * Finds rows by their keys, first in the partitions to which they belong, which is faster; only keys that are not found are searched
     * in all partitions. Where two partitions contain a row with the same key, only one of them is found.
     */
    public void findInPartition(ComparedTable table, List<List<String>> keys, FoundRow consumer) throws SQLException {
        Set<List<String>> missing = new LinkedHashSet<>(keys);
        for (int from = 0; from < keys.size(); from += KEYS_PER_QUERY) {
            List<List<String>> some = keys.subList(from, Math.min(from + KEYS_PER_QUERY, keys.size()));
            select(table.partitionQuery(some), table, ofKeys(table, some, (selected, row, key) -> {
                missing.remove(key);
                consumer.accept(selected, row, key);
            }));
        }
        if (table.isPartitioned() && !missing.isEmpty()) {
            find(table, List.copyOf(missing), consumer);
        }
    }

    /** Filters out rows whose keys only equal a requested key by the source's collation. */
    private static SelectedRow ofKeys(ComparedTable table, List<List<String>> keys, FoundRow consumer) {
        Set<List<String>> wanted = Set.copyOf(keys);
        return (selected, row) -> {
            List<String> key = table.keyOf(row);
            if (wanted.contains(key)) {
                consumer.accept(selected, row, key);
            }
        };
    }

    /** Receives a row, whose cursor must not be moved. */
    public interface SelectedRow {
        void accept(ResultSet selected, Row row) throws SQLException;
    }

    private void select(String query, ComparedTable table, SelectedRow consumer) throws SQLException {
        Row row = new Row(table.columnCount());
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // makes Connector/J stream one row at a time
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    fill(rows, table, row);
                    consumer.accept(rows, row);
                }
            }
        }
    }

    private void fill(ResultSet rows, ComparedTable table, Row row) throws SQLException {
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
            // the initial copy and replay stop at such a value; here it only makes the row differ
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
