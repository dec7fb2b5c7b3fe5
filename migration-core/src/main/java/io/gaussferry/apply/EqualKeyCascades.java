package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes changes of a table whose keys are referenced, and changes the referencing rows where the target's foreign keys do not.
 *
 * <p>MySQL's {@code ON UPDATE CASCADE} and {@code SET NULL} act as soon as a byte of the referenced key changes, and up to MySQL 9.5 the
 * binlog does not contain what they change. The target's keys act if the new key is not equal to the old one: openGauss in
 * compatibility B regards {@code 'a'} and {@code 'a '} as equal. After such an update this writer changes the referencing rows by
 * statements of its own, and the rows that reference those.
 */
final class EqualKeyCascades implements RowWriter {

    private final RowWriter writer;
    private final Connection connection;
    private final TargetTable parent;
    /** The referenced columns whose bytes can change without a difference for the target, from 0. */
    private final BitSet spelled;
    /** From the table to a referencing one, the longest first: rows are found by the keys that their parents still contain. */
    private final List<EqualKeyCascade> cascades;

    private final int[] before;
    private final int[] after;

    private EqualKeyCascades(
            RowWriter writer,
            Connection connection,
            TargetTable parent,
            BitSet spelled,
            List<EqualKeyCascade> cascades) {
        this.writer = writer;
        this.connection = connection;
        this.parent = parent;
        this.spelled = spelled;
        this.cascades = cascades;
        this.before = new int[parent.columns().size() + 1];
        this.after = new int[parent.columns().size() + 1];
    }

    /**
     * Returns a writer that completes the effects of the target's foreign keys; the given one if there is nothing to complete.
     *
     * @param writer of the table, over the same connection
     * @param tables the replicated tables by their names on the target
     */
    static RowWriter around(
            RowWriter writer,
            Connection connection,
            TargetTable parent,
            ForeignKeys keys,
            Map<TableId, TargetTable> tables) {
        BitSet spelled = new BitSet();
        keys.ofParent(parent.id()).stream()
                .flatMap(key -> key.parentColumns().stream())
                .filter(column -> parent.columns().get(column).hasEqualSpellings())
                .forEach(spelled::set);
        if (spelled.isEmpty()) {
            return writer;
        }
        // MySQL refuses an update whose cascade returns to a table
        List<EqualKeyCascade> cascades = CascadePaths.from(
                        parent.id(),
                        keys,
                        tables,
                        key -> key.changesChildOnUpdate() && !key.child().equals(parent.id()),
                        key -> key.onUpdate().equals("CASCADE"))
                .stream()
                .map(path -> new EqualKeyCascade(parent, path))
                .sorted(Comparator.comparing(EqualKeyCascade::length).reversed())
                .toList();
        return cascades.isEmpty() ? writer : new EqualKeyCascades(writer, connection, parent, spelled, cascades);
    }

    @Override
    public void writeOne(RowChange change) throws SQLException {
        writer.writeOne(change);
        if (change.operation() == RowOperation.UPDATE && !change.isIdempotent() && !change.isUnchecked()) {
            complete(change);
        }
    }

    private void complete(RowChange change) throws SQLException {
        RowImage.before(change).locate(before);
        RowImage.after(change).locate(after);
        BitSet changed = new BitSet();
        for (int column = spelled.nextSetBit(0); column >= 0; column = spelled.nextSetBit(column + 1)) {
            byte[] bytes = change.bytes();
            changed.set(
                    column,
                    !Arrays.equals(bytes, before[column], before[column + 1], bytes, after[column], after[column + 1]));
        }
        if (changed.isEmpty()) {
            return;
        }
        for (EqualKeyCascade cascade : cascades) {
            if (cascade.keyColumns().stream()
                    .allMatch(column -> isPresent(before, column) && isPresent(after, column))) {
                Optional<String> sql = cascade.update(changed);
                if (sql.isPresent()) {
                    execute(sql.get(), change, cascade.keyColumns());
                }
            }
        }
    }

    private static boolean isPresent(int[] offsets, int column) {
        return offsets[column] < offsets[column + 1];
    }

    private void execute(String sql, RowChange change, List<Integer> columns) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            KeyParameters.set(statement, 1, parent, columns, change, after);
            KeyParameters.set(statement, 1 + columns.size(), parent, columns, change, before);
            statement.executeUpdate();
        }
    }

    @Override
    public void insert(List<RowImage> images) throws SQLException {
        writer.insert(images);
    }

    @Override
    public void deleteByKey(List<RowImage> images) throws SQLException {
        writer.deleteByKey(images);
    }

    /** Updates rows by sets. None of them changes a referenced key: such changes are applied in order, one by one. */
    @Override
    public void updateByKey(List<NetRow> rows) throws SQLException {
        writer.updateByKey(rows);
    }
}
