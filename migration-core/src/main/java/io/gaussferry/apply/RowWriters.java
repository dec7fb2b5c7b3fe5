package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;

/**
 * A target's statements over one connection: the boundary between batches and one product. Not thread-safe: each
 * applier has its own.
 */
public interface RowWriters {

    /** Returns the writer of a table. */
    RowWriter of(TableDefinition table);

    /**
     * Disables foreign keys for a change that the source made without them, until {@link #switchOnForeignKeys} or a
     * rollback.
     *
     * @return false if the keys stay enabled and the change can be attempted anyway
     */
    boolean switchOffForeignKeys(RowChange change) throws SQLException;

    /** Enables foreign keys again. */
    void switchOnForeignKeys() throws SQLException;

    /** Returns the name of the server at the start of a message. */
    default String server() {
        return "The target";
    }

    /** Returns the remedy for a change that the target rejected. */
    String remedy(RowChange change, SQLException failure);
}
