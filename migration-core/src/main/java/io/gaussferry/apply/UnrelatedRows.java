package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses changes of a referenced row if actions of the target's foreign keys would reach rows that do not reference it at the source.
 *
 * <p>With a collation that distinguishes trailing blanks, {@code 'a '} does not reference {@code 'a'} at the source. openGauss in
 * compatibility B ignores the blanks. Such a row has no parent: the source wrote it with {@code foreign_key_checks = 0}.
 */
final class UnrelatedRows implements RowWriter {

    /** Finds a row of one table: by the old values of columns if the changed row has no key after the change, otherwise by both. */
    private record Search(String byOld, String byBoth, List<Integer> columns, TableId table) {}

    private final RowWriter writer;
    private final Connection connection;
    private final TargetTable parent;
    private final List<Search> searches;
    private final int[] before;
    private final int[] after;

    private UnrelatedRows(RowWriter writer, Connection connection, TargetTable parent, List<Search> searches) {
        this.writer = writer;
        this.connection = connection;
        this.parent = parent;
        this.searches = searches;
        this.before = new int[parent.columns().size() + 1];
        this.after = new int[parent.columns().size() + 1];
    }

    /**
     * Returns a writer that refuses such changes; the given one if both sides regard the same rows as references.
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
        List<Search> searches = new ArrayList<>();
        for (List<EqualKeyCascade.Link> path :
                CascadePaths.from(parent.id(), keys, tables, EnforcedForeignKey::cascades, key -> true)) {
            EqualKeyCascade cascade = new EqualKeyCascade(parent, path);
            Optional<String> byOld = cascade.unrelated(false);
            Optional<String> byBoth = cascade.unrelated(true);
            if (byOld.isPresent() && byBoth.isPresent()) {
                TableId child = path.get(path.size() - 1).child().id();
                searches.add(new Search(byOld.get(), byBoth.get(), cascade.keyColumns(), child));
            }
        }
        return searches.isEmpty() ? writer : new UnrelatedRows(writer, connection, parent, searches);
    }

    @Override
    public void writeOne(RowChange change) throws SQLException {
        if (change.operation() != RowOperation.INSERT && !change.isUnchecked()) {
            requireNone(change);
        }
        writer.writeOne(change);
    }

    private void requireNone(RowChange change) throws SQLException {
        RowImage.before(change).locate(before);
        boolean isUpdate = change.operation() == RowOperation.UPDATE;
        if (isUpdate) {
            RowImage.after(change).locate(after);
        }
        for (Search search : searches) {
            List<Integer> columns = search.columns();
            boolean acts = !isUpdate || columns.stream().anyMatch(column -> isChanged(change.bytes(), column));
            boolean hasNewKey = isUpdate && hasKey(after, columns);
            if (acts && hasKey(before, columns) && finds(search, change, hasNewKey)) {
                throw refused(change, search.table());
            }
        }
    }

    private boolean isChanged(byte[] bytes, int column) {
        return !Arrays.equals(bytes, before[column], before[column + 1], bytes, after[column], after[column + 1]);
    }

    /** Returns whether no column is NULL. */
    private static boolean hasKey(int[] offsets, List<Integer> columns) {
        return columns.stream().allMatch(column -> offsets[column] < offsets[column + 1]);
    }

    private boolean finds(Search search, RowChange change, boolean hasNewKey) throws SQLException {
        List<Integer> columns = search.columns();
        try (PreparedStatement statement = connection.prepareStatement(hasNewKey ? search.byBoth() : search.byOld())) {
            int next = 1;
            if (hasNewKey) {
                KeyParameters.set(statement, next, parent, columns, change, after);
                next += columns.size();
            }
            KeyParameters.set(statement, next, parent, columns, change, before);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static ChangeException refused(RowChange change, TableId table) {
        return new ChangeException(
                ErrorCode.FOREIGN_KEY_ACTION_DIFFERS,
                ErrorCategory.DATA,
                "A foreign key of the target would change rows of table " + table + " together with "
                        + ChangeDescription.of(change) + ", although they do not reference it at the source: only the"
                        + " source distinguishes keys by trailing blanks.",
                "store the rows of " + table
                        + " that have no parent at the source elsewhere, delete them on the target, and restart;"
                        + " afterwards insert them again on the target, with session_replication_role = replica",
                change,
                null);
    }

    @Override
    public void insert(List<RowImage> images) throws SQLException {
        writer.insert(images);
    }

    /** Deletes rows by sets. None of them is referenced with an action: such changes are applied in order, one by one. */
    @Override
    public void deleteByKey(List<RowImage> images) throws SQLException {
        writer.deleteByKey(images);
    }

    /** Updates rows by sets. None of them changes a referenced key, for the same reason. */
    @Override
    public void updateByKey(List<NetRow> rows) throws SQLException {
        writer.updateByKey(rows);
    }
}
