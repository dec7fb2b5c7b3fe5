package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.RowCountException;
import io.gaussferry.apply.RowWriter;
import io.gaussferry.apply.RowWriters;
import io.gaussferry.apply.mysql.UniqueCondition;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.LoggedKey;
import io.gaussferry.verify.read.SourceReader;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writes rows to MySQL by their state: whatever MySQL has for a key is replaced by a given row, or removed. Joins the
 * transaction of the connection to MySQL. Not thread-safe.
 */
final class RowStates {

    /** For more keys MySQL may read the whole table: see {@link SourceReader#KEYS_PER_QUERY}. */
    private static final int AT_ONCE = SourceReader.KEYS_PER_QUERY;

    private final StateTables tables;
    private final CurrentRows current;
    private final SourceReader mysql;
    private final RowWriters writers;

    /** Inserts rows, in an order of its choice. */
    interface Insertion {
        void insert(List<RowChange> rows) throws SQLException;
    }

    RowStates(StateTables tables, CurrentRows current, Connection mysql, RowWriters writers) {
        this.tables = tables;
        this.current = current;
        this.mysql = new SourceReader(mysql);
        this.writers = writers;
    }

    /**
     * Replaces rows by the target's current ones. Rows of MySQL with one of their unique values are replaced as well:
     * the target has changed such a row since, or MySQL refuses the insertion.
     *
     * @param transaction named in messages about these rows
     */
    void writeCurrent(
            ComparedTable table, Collection<List<String>> keys, SourceTransaction transaction, Insertion insertion)
            throws SQLException {
        Set<List<String>> all = new LinkedHashSet<>(keys);
        List<RowChange> rows = new ArrayList<>();
        for (List<List<String>> more = List.copyOf(all); !more.isEmpty(); ) {
            List<RowChange> read = current.read(table, more, transaction);
            rows.addAll(read);
            Set<List<String>> others = othersWithUniqueValues(table, read);
            others.addAll(withEqualKeys(table, more));
            others.removeAll(all);
            all.addAll(others);
            more = List.copyOf(others);
        }
        write(table, all, rows, transaction, insertion);
    }

    /** Replaces rows by the given ones; removes those without one. */
    void write(
            ComparedTable table,
            Collection<List<String>> keys,
            List<RowChange> rows,
            SourceTransaction transaction,
            Insertion insertion)
            throws SQLException {
        RowWriter writer = writers.of(table.definition());
        for (RowImage key : current.keys(table, List.copyOf(keys), transaction)) {
            try {
                writer.deleteByKey(List.of(key));
            } catch (RowCountException missing) {
                // MySQL has no such row
                continue;
            }
        }
        if (!rows.isEmpty()) {
            insertion.insert(rows);
        }
    }

    /** Returns the keys of the rows of MySQL that share a unique value with one of the given rows. */
    Set<List<String>> othersWithUniqueValues(ComparedTable table, List<RowChange> rows) throws SQLException {
        Set<List<String>> keys = new LinkedHashSet<>();
        for (RowChange row : rows) {
            Optional<String> condition = UniqueCondition.of(RowImage.after(row));
            if (condition.isPresent()) {
                mysql.read(table, condition.get(), found -> keys.add(table.keyOf(found)));
            }
        }
        return keys;
    }

    /**
     * Returns the keys of MySQL's rows that equal one of these keys, which the target may distinguish: by MySQL's collation, {@code a} is
     * {@code A}.
     */
    Set<List<String>> withEqualKeys(ComparedTable table, Collection<List<String>> keys) throws SQLException {
        Set<List<String>> found = new LinkedHashSet<>();
        if (IntStream.of(table.key())
                .noneMatch(column ->
                        table.definition().columns().get(column).type().isText())) {
            return found;
        }
        List<List<String>> all = List.copyOf(keys);
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            String condition = table.sourceCondition(all.subList(from, Math.min(from + AT_ONCE, all.size())));
            mysql.read(table, condition, row -> found.add(table.keyOf(row)));
        }
        return found;
    }

    /** Returns the key of an image as strings. */
    List<String> key(ComparedTable table, RowImage image) {
        int[] offsets = new int[table.columnCount() + 1];
        image.locate(offsets);
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        for (int column : table.key()) {
            key.write(image.change().bytes(), offsets[column], offsets[column + 1] - offsets[column]);
        }
        byte[] bytes = key.toByteArray();
        return new LoggedKey(
                        table,
                        tables.conversion().format(image.change().format().table()))
                .text(bytes, 0, bytes.length);
    }
}
