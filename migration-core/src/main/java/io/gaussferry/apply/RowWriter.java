package io.gaussferry.apply;

import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes changes of one table over one connection, in the target's own statements. Counts the rows affected by every
 * statement: a count that differs from the source's is a {@link RowCountException}, never a warning. Not thread-safe:
 * each applier has its own.
 */
public interface RowWriter {

    /** Applies one change as it occurred: by its row key, or by all of its values if the table has none. */
    void writeOne(RowChange change) throws SQLException;

    /** Inserts rows; also used for tables without a key, whose inserts commute. */
    void insert(List<RowImage> images) throws SQLException;

    /** Deletes rows by their row key. */
    void deleteByKey(List<RowImage> images) throws SQLException;

    /** Updates the changed columns of rows, found by their row key. */
    void updateByKey(List<NetRow> rows) throws SQLException;
}
