package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;

/** A target's statements over one connection: the seam between batches and one product. Not thread-safe: each applier has its own. */
public interface RowWriters {

    /** Returns the writer of a table. */
    RowWriter of(TableDefinition table);

    /**
     * Has foreign keys not looked at for a change that the source made without them; until {@link #switchOnForeignKeys}, or a rollback.
     *
     * @return false if they are looked at all the same, and the change can be tried
     */
    boolean switchOffForeignKeys(RowChange change) throws SQLException;

    /** Has foreign keys looked at again. */
    void switchOnForeignKeys() throws SQLException;

    /** Returns what a user can do about a change that the target has refused. */
    String remedy(RowChange change, SQLException failure);
}
