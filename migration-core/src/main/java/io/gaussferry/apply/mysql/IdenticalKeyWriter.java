package io.gaussferry.apply.mysql;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.RowWriter;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * Writes changes of a table in which MySQL lacks rows, because their changes were skipped. The target compares strings
 * byte by byte; MySQL's collation may find another row by the key of a missing one, as {@code a} by {@code A}. Therefore
 * each changed row must exist with exactly its key. Slower by one query for up to a hundred rows.
 */
final class IdenticalKeyWriter implements RowWriter {

    private final MySqlTableWriter keys;
    private final RowWriter rows;

    /**
     * @param keys searches keys
     * @param rows writes the changes
     */
    IdenticalKeyWriter(MySqlTableWriter keys, RowWriter rows) {
        this.keys = keys;
        this.rows = rows;
    }

    @Override
    public void writeOne(RowChange change) throws SQLException {
        if (change.operation().hasBefore()) {
            keys.requireIdenticalKeys(List.of(RowImage.before(change)));
        }
        rows.writeOne(change);
    }

    @Override
    public void insert(List<RowImage> images) throws SQLException {
        rows.insert(images);
    }

    @Override
    public void deleteByKey(List<RowImage> images) throws SQLException {
        keys.requireIdenticalKeys(images);
        rows.deleteByKey(images);
    }

    @Override
    public void updateByKey(List<NetRow> changed) throws SQLException {
        // the key is the same in both images
        keys.requireIdenticalKeys(
                changed.stream().map(row -> Objects.requireNonNull(row.after())).toList());
        rows.updateByKey(changed);
    }
}
