package io.gaussferry.apply;

import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Gaussferry's own rows on a target. One applier writes them over its connection, in the transactions of the data. Not
 * thread-safe.
 */
public interface OwnRecords {

    /** Called before the first change of a transaction. */
    void begin() throws SQLException;

    /**
     * Writes the applier's progress.
     *
     * @param transactions number of source transactions to add
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void updateProgress(Progress progress, int transactions) throws SQLException;

    /**
     * Verifies that this daemon still owns the migration.
     *
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void requireOwnership() throws SQLException;

    /**
     * Stores a rejected change.
     *
     * @param values the values of the change, column by column
     */
    void saveFailure(FailedChange change, List<Value> values) throws SQLException;

    /** Records that tables are quarantined because of a change. */
    void quarantine(Set<TableId> tables, FailedChange because) throws SQLException;
}
