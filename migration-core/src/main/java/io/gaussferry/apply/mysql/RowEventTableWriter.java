package io.gaussferry.apply.mysql;

import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.ChangedColumns;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.RowWriter;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Writes changes of one table as rows events, which MySQL applies as a replica does: the values are the bytes of the
 * images, no statement is parsed, and no trigger fires. MySQL reports a missing row or a duplicate row as an error,
 * because {@code rbr_exec_mode} is STRICT in these sessions: see {@link RowEventSession}.
 *
 * <p>A row is addressed by its key, and an update contains only the changed columns: an unchanged JSON document keeps
 * types that its textual form does not show. MySQL computes generated columns. Rows of a table without a key are updated
 * and deleted by statements, which define how values are compared.
 */
final class RowEventTableWriter implements RowWriter {

    private final RowEventSession session;
    private final TableId table;
    private final RowWriter withoutKey;
    private final ChangedColumns changedColumns;
    private final BitSet generated = new BitSet();
    private final int[] keyColumns;
    private final int[] written;
    private final int[] offsets;

    /**
     * Returns whether a table's rows can be written as events: MySQL 9.7 rejects events with a VECTOR ("Unknown
     * error").
     */
    static boolean supports(TableDefinition table) {
        return table.columns().stream().noneMatch(column -> column.type() == MySqlType.VECTOR);
    }

    /** @param withoutKey updates and deletes rows without a key */
    RowEventTableWriter(RowEventSession session, MySqlTable table, RowWriter withoutKey) {
        this.session = session;
        this.table = table.definition().id();
        this.withoutKey = withoutKey;
        int columns = table.columns().size();
        for (int column = 0; column < columns; column++) {
            generated.set(column, table.columns().get(column).generated());
        }
        this.keyColumns = BatchPlan.keyColumns(table.definition());
        this.changedColumns = new ChangedColumns(columns, keyColumns);
        this.written = IntStream.range(0, columns)
                .filter(column -> !generated.get(column))
                .toArray();
        this.offsets = new int[columns + 1];
    }

    @Override
    public void writeOne(RowChange change) throws SQLException {
        if (change.operation() == RowOperation.INSERT) {
            insert(List.of(RowImage.after(change)));
        } else if (keyColumns.length == 0) {
            withoutKey.writeOne(change);
        } else if (change.operation() == RowOperation.DELETE) {
            deleteByKey(List.of(RowImage.before(change)));
        } else {
            updateOne(RowImage.before(change), RowImage.after(change));
        }
    }

    /** Updates one row. The update may change its key. */
    private void updateOne(RowImage before, RowImage after) throws SQLException {
        BitSet changed = new BitSet();
        changedColumns.find(before, after, changed);
        int[] columns = toUpdate(changed);
        start(BinlogEvents.UPDATE_ROWS, before, keyColumns, columns);
        image(before, keyColumns);
        image(after, columns);
        execute(1);
    }

    @Override
    public void insert(List<RowImage> images) throws SQLException {
        write(BinlogEvents.WRITE_ROWS, images, written);
    }

    @Override
    public void deleteByKey(List<RowImage> images) throws SQLException {
        write(BinlogEvents.DELETE_ROWS, images, keyColumns);
    }

    private void write(int type, List<RowImage> images, int[] columns) throws SQLException {
        int end = end(columns);
        int rows = 0;
        for (RowImage image : images) {
            if (rows == 0) {
                start(type, image, columns);
            }
            image.locateFirst(end, offsets);
            session.events().image(image.change().bytes(), offsets, columns);
            rows++;
            if (session.isFull()) {
                execute(rows);
                rows = 0;
            }
        }
        if (rows > 0) {
            execute(rows);
        }
    }

    @Override
    public void updateByKey(List<NetRow> rows) throws SQLException {
        for (Map.Entry<BitSet, List<NetRow>> group : changedColumns.group(rows).entrySet()) {
            update(group.getValue(), toUpdate(group.getKey()));
        }
    }

    private void update(List<NetRow> rows, int[] columns) throws SQLException {
        int count = 0;
        for (NetRow row : rows) {
            RowImage after = Objects.requireNonNull(row.after());
            if (count == 0) {
                start(BinlogEvents.UPDATE_ROWS, after, keyColumns, columns);
            }
            // the key is the same in both
            byte[] bytes = after.change().bytes();
            after.locate(offsets);
            session.events().image(bytes, offsets, keyColumns);
            session.events().image(bytes, offsets, columns);
            count++;
            if (session.isFull()) {
                execute(count);
                count = 0;
            }
        }
        if (count > 0) {
            execute(count);
        }
    }

    /**
     * Returns the columns in an update. If there are none, returns the key, so that the row is still required to exist.
     */
    private int[] toUpdate(BitSet changed) {
        BitSet columns = (BitSet) changed.clone();
        columns.andNot(generated);
        return columns.isEmpty() ? keyColumns : columns.stream().toArray();
    }

    private void start(int type, RowImage like, int[]... columns) {
        TableVersion version = like.change().format().table();
        BinlogEvents events = session.start();
        events.tableMap(version);
        events.startRows(type, offsets.length - 1, columns[0]);
        for (int i = 1; i < columns.length; i++) {
            events.columns(offsets.length - 1, columns[i]);
        }
    }

    private void image(RowImage image, int[] columns) {
        image.locate(offsets);
        session.events().image(image.change().bytes(), offsets, columns);
    }

    /** Returns the number of columns up to the last of the given ones. */
    private static int end(int[] columns) {
        return Arrays.stream(columns).max().orElse(-1) + 1;
    }

    private void execute(int rows) throws SQLException {
        session.events().end();
        session.execute(table, rows);
    }
}
