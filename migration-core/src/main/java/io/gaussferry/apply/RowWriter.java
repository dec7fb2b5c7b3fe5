package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes changes of one table over one connection, in the target's own statements. Counts the rows that every statement touches: a
 * count that differs from the source's is a {@link RowCountException}, never a warning. Not thread-safe: each applier has its own.
 */
public interface RowWriter {

    /** Writes one change as it happened: by its row key, or by all of its values where the table has none. */
    void writeOne(RowChange change) throws SQLException;

    /** Inserts rows; used for tables without a key too, whose inserts commute. */
    void insert(List<RowImage> images) throws SQLException;

    /** Deletes rows, found by their row key. */
    void deleteByKey(List<RowImage> images) throws SQLException;

    /** Updates rows, found by their row key, in the columns that are other than they were. */
    void updateByKey(List<NetRow> rows) throws SQLException;
}
