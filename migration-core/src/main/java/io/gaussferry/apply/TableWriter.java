package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.CascadeEffect;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.convert.text.ArrayText;
import io.gaussferry.convert.text.CopyStream;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.schema.TargetTable;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;

/**
 * Writes changes of one table over one connection. Counts the rows affected by every statement; a count that differs
 * from the source's is an exception, never a warning. Not thread-safe: each applier has its own.
 */
final class TableWriter implements RowWriter {

    /**
     * Minimum number of rows for inserts by COPY. COPY costs openGauss about 2 ms before its first row, the time of an
     * array insert of 60 rows.
     */
    private static final int COPY_FROM_ROWS = 60;

    /**
     * Rows of more bytes in total, exceptional for a batch, are sent while being encoded: an encoded copy would need
     * even more memory.
     */
    private static final int STREAMED_FROM_BYTES = 16 << 20;

    private static final int PIECE_BYTES = 1 << 20;

    /**
     * Maximum number of sets of changed columns per batch. Each set needs a statement; more sets are updated as one.
     */
    private static final int MAXIMUM_COLUMN_SETS = 4;

    private final Connection connection;
    private final TableStatements statements;
    private final boolean takesArrays;
    private final int[] keyColumns;
    private final int columnCount;
    private final List<Integer> allColumns;
    private final ArrayText[] arrays;
    private final CopyText copyText = new CopyText();
    private final int[] offsets;
    private final ChangedColumns changedColumns;
    private final OptionalInt counter;

    /**
     * @param keyColumns columns of the row key, from 0; empty for a table without one
     * @param counter the source's AUTO_INCREMENT column, from 0; empty for none
     */
    TableWriter(Connection connection, TargetTable table, int[] keyColumns, OptionalInt counter) {
        this.counter = counter;
        this.connection = connection;
        this.statements = new TableStatements(table, keyColumns);
        this.takesArrays = table.takesArrays();
        this.keyColumns = keyColumns;
        this.columnCount = table.columns().size();
        this.allColumns = statements.allColumns();
        // an update has the key columns and, at most, all columns
        this.arrays = new ArrayText[2 * columnCount];
        this.offsets = new int[columnCount + 1];
        this.changedColumns = new ChangedColumns(columnCount, keyColumns);
    }

    @Override
    public void writeOne(RowChange change) throws SQLException {
        if (change.isIdempotent()) {
            writeIdempotent(change);
            return;
        }
        switch (change.operation()) {
            case INSERT -> insert(List.of(RowImage.after(change)));
            case DELETE -> deleteOne(change);
            case UPDATE -> {
                RowImage before = RowImage.before(change);
                RowImage after = RowImage.after(change);
                if (keyColumns.length > 0 && takesArrays) {
                    execute(statements.update(allColumns), arrays(keyList(), before, allColumns, after), 1);
                } else if (keyColumns.length > 0) {
                    execute(statements.updateSingle(allColumns), arrays(allColumns, after, keyList(), before), 1);
                } else {
                    execute(statements.updateOne(), arrays(allColumns, after, allColumns, before), 1);
                }
            }
        }
    }

    /** Deletes a row. Accepts that foreign keys have already removed or changed it. */
    private void deleteOne(RowChange change) throws SQLException {
        long found = deleteCounting(RowImage.before(change));
        if (found == 0 && change.cascadeEffect().isPresent()) {
            CascadeEffect effect = change.cascadeEffect().get();
            if (effect.changed() != null) {
                found = deleteCounting(effect.changed());
            }
            if (found == 0 && effect.mayBeGone()) {
                return;
            }
        }
        requireCount(1, found);
    }

    /**
     * Deletes the row of an image, or one of the equal rows if the table has no key. Returns the number of rows found.
     */
    private long deleteCounting(RowImage image) throws SQLException {
        if (keyColumns.length == 0) {
            return executeCounting(statements.deleteOne(), arrays(List.of(), null, allColumns, image));
        }
        int arrayCount = arrays(keyList(), image, List.of(), image);
        return executeCounting(takesArrays ? statements.delete() : statements.deleteSingle(), arrayCount);
    }

    /** Replaces the rows of both images by the result of the change, which the copy may already contain. */
    private void writeIdempotent(RowChange change) throws SQLException {
        if (change.operation().hasBefore()) {
            deleteIfPresent(RowImage.before(change));
        }
        if (change.operation().hasAfter()) {
            deleteIfPresent(RowImage.after(change));
            insert(List.of(RowImage.after(change)));
        }
    }

    private void deleteIfPresent(RowImage image) throws SQLException {
        if (keyColumns.length == 0) {
            throw new IllegalStateException("rows without a key are copied at one exact position");
        }
        if (deleteCounting(image) > 1) {
            throw new RowCountException(1, 2);
        }
    }

    @Override
    public void insert(List<RowImage> images) throws SQLException {
        if (counter.isEmpty()) {
            insertAsSent(images);
            return;
        }
        List<RowImage> zeros = images.stream().filter(this::hasZeroCounter).toList();
        if (zeros.isEmpty()) {
            insertAsSent(images);
            return;
        }
        insertAsSent(images.stream().filter(image -> !hasZeroCounter(image)).toList());
        for (RowImage image : zeros) {
            insertZero(image, counter.getAsInt());
        }
    }

    /** Returns whether the AUTO_INCREMENT column of an image is 0, whose bytes are zeros in every numeric type of MySQL. */
    private boolean hasZeroCounter(RowImage image) {
        int column = counter.orElseThrow();
        image.locateFirst(column + 1, offsets);
        byte[] bytes = image.change().bytes();
        for (int i = offsets[column]; i < offsets[column + 1]; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return offsets[column] < offsets[column + 1];
    }

    /**
     * Inserts a row with an explicit 0 in its AUTO_INCREMENT column. If the target's column is AUTO_INCREMENT too, the server stores the
     * next number instead, and an update restores the 0.
     */
    private void insertZero(RowImage image, int column) throws SQLException {
        int used = arrays(List.of(), null, allColumns, image);
        String stored = null;
        try (PreparedStatement insert = connection.prepareStatement(statements.insertReturning(column))) {
            setParameters(insert, used);
            try (ResultSet row = insert.executeQuery()) {
                requireCount(1, row.next() ? 1 : 0);
                stored = row.getString(1);
            }
        } finally {
            reset(used);
        }
        if (stored != null && new BigDecimal(stored).signum() != 0) {
            try (PreparedStatement update = connection.prepareStatement(statements.setZero(column))) {
                update.setObject(1, stored, Types.OTHER);
                requireCount(1, update.executeUpdate());
            }
        }
    }

    private void insertAsSent(List<RowImage> images) throws SQLException {
        if (images.isEmpty()) {
            return;
        }
        long bytes = images.stream().mapToLong(RowImage::maximumBytes).sum();
        if (bytes >= STREAMED_FROM_BYTES) {
            stream(images);
            return;
        }
        if (images.size() >= COPY_FROM_ROWS) {
            copy(images, bytes);
            return;
        }
        if (!takesArrays) {
            for (RowImage image : images) {
                execute(statements.insertSingle(), arrays(List.of(), null, allColumns, image), 1);
            }
            return;
        }
        reset(columnCount);
        for (RowImage image : images) {
            image.locate(offsets);
            append(0, allColumns, image, offsets);
        }
        execute(statements.insert(), columnCount, images.size());
    }

    private void copy(List<RowImage> images, long bytes) throws SQLException {
        copyText.reset();
        copyText.reserve(bytes);
        for (RowImage image : images) {
            writeRow(image, copyText);
            copyText.endRow();
        }
        CopyIn copyIn = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statements.copy());
        try {
            copyIn.writeToCopy(copyText.buffer(), 0, copyText.length());
            requireCount(images.size(), copyIn.endCopy());
        } finally {
            if (copyIn.isActive()) {
                copyIn.cancelCopy();
            }
            copyText.reset();
        }
    }

    private void stream(List<RowImage> images) throws SQLException {
        CopyIn copyIn = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statements.copy());
        try {
            CopyStream pieces = new CopyStream((buffer, length) -> copyIn.writeToCopy(buffer, 0, length), PIECE_BYTES);
            for (RowImage image : images) {
                writeRow(image, pieces.text());
                pieces.endRow();
            }
            pieces.sendRest();
            requireCount(images.size(), copyIn.endCopy());
        } catch (UncheckedIOException e) {
            throw CopyStream.failure(e);
        } finally {
            if (copyIn.isActive()) {
                copyIn.cancelCopy();
            }
        }
    }

    private void writeRow(RowImage image, CopyText copy) {
        image.locate(offsets);
        for (int column = 0; column < columnCount; column++) {
            write(image, column, offsets, copy);
        }
    }

    @Override
    public void deleteByKey(List<RowImage> images) throws SQLException {
        if (!takesArrays) {
            for (RowImage image : images) {
                execute(statements.deleteSingle(), arrays(keyList(), image, List.of(), image), 1);
            }
            return;
        }
        reset(keyColumns.length);
        doNotCount(0, keyColumns.length);
        List<Integer> keys = keyList();
        for (RowImage image : images) {
            image.locate(offsets);
            append(0, keys, image, offsets);
        }
        execute(statements.delete(), keyColumns.length, images.size());
    }

    @Override
    public void updateByKey(List<NetRow> rows) throws SQLException {
        Map<BitSet, List<NetRow>> byChangedColumns = changedColumns.group(rows);
        if (byChangedColumns.size() > MAXIMUM_COLUMN_SETS) {
            updateByKey(rows, allColumns);
            return;
        }
        for (Map.Entry<BitSet, List<NetRow>> group : byChangedColumns.entrySet()) {
            // all columns if none differs, so that the row is still required to exist
            updateByKey(
                    group.getValue(),
                    group.getKey().isEmpty()
                            ? allColumns
                            : group.getKey().stream().boxed().toList());
        }
    }

    private void updateByKey(List<NetRow> rows, List<Integer> columns) throws SQLException {
        List<Integer> keys = keyList();
        if (!takesArrays) {
            for (NetRow row : rows) {
                RowImage after = Objects.requireNonNull(row.after());
                execute(statements.updateSingle(columns), arrays(columns, after, keys, after), 1);
            }
            return;
        }
        reset(keys.size() + columns.size());
        doNotCount(0, keys.size());
        for (NetRow row : rows) {
            RowImage after = Objects.requireNonNull(row.after());
            after.locate(offsets);
            append(0, keys, after, offsets);
            append(keys.size(), columns, after, offsets);
        }
        execute(statements.update(columns), keys.size() + columns.size(), rows.size());
    }

    /**
     * Fills arrays of one element: some columns of one image, then some of another. Returns the number of arrays. The
     * row is found by the first arrays if the table has a row key, and by the second ones otherwise.
     */
    private int arrays(
            List<Integer> firstColumns, @Nullable RowImage first, List<Integer> secondColumns, RowImage second) {
        int used = firstColumns.size() + secondColumns.size();
        reset(used);
        if (keyColumns.length > 0) {
            doNotCount(0, firstColumns.size());
        } else {
            doNotCount(firstColumns.size(), secondColumns.size());
        }
        if (first != null) {
            first.locate(offsets);
            append(0, firstColumns, first, offsets);
        }
        second.locate(offsets);
        append(firstColumns.size(), secondColumns, second, offsets);
        return used;
    }

    private void reset(int used) {
        for (int i = 0; i < used; i++) {
            if (arrays[i] == null) {
                arrays[i] = new ArrayText();
            }
            arrays[i].reset();
            arrays[i].countRules(true);
        }
    }

    private void append(int firstArray, List<Integer> columns, RowImage image, int[] located) {
        for (int i = 0; i < columns.size(); i++) {
            write(image, columns.get(i), located, arrays[firstArray + i]);
        }
    }

    /** Excludes the values in the arrays from the count of conversions: they are compared, not written. */
    private void doNotCount(int firstArray, int arrayCount) {
        for (int i = firstArray; i < firstArray + arrayCount; i++) {
            arrays[i].countRules(false);
        }
    }

    private static void write(RowImage image, int column, int[] located, ValueSink sink) {
        int from = located[column];
        int to = located[column + 1];
        if (from == to) {
            sink.nullValue();
        } else {
            RowChange change = image.change();
            change.format().codec(column).write(change.bytes(), from, to, sink);
        }
    }

    private void execute(String sql, int arrayCount, int expectedRows) throws SQLException {
        requireCount(expectedRows, executeCounting(sql, arrayCount));
    }

    private long executeCounting(String sql, int arrayCount) throws SQLException {
        // the driver caches prepared statements by their SQL
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setParameters(statement, arrayCount);
            return statement.executeUpdate();
        } finally {
            // releases the memory of large values, which other appliers may need
            reset(arrayCount);
        }
    }

    private void setParameters(PreparedStatement statement, int arrayCount) throws SQLException {
        for (int i = 0; i < arrayCount; i++) {
            statement.setObject(i + 1, takesArrays ? arrays[i].toString() : arrays[i].single(), Types.OTHER);
        }
    }

    private static void requireCount(long expected, long found) throws RowCountException {
        if (found != expected) {
            throw new RowCountException(expected, found);
        }
    }

    private List<Integer> keyList() {
        return IntStream.of(keyColumns).boxed().toList();
    }
}
