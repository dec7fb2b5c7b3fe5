package io.gaussferry.apply;

import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Gaussferry's own rows on a target, as one applier writes them: over its connection, in the transactions of the data. Not thread-safe.
 */
public interface OwnRecords {

    /** Told before the first change of a transaction. */
    void begin() throws SQLException;

    /**
     * Writes the applier's progress.
     *
     * @param transactions how many source transactions are added
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void updateProgress(Progress progress, int transactions) throws SQLException;

    /**
     * Returns if this daemon is still the one that applies.
     *
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void requireOwnership() throws SQLException;

    /**
     * Keeps a change that was refused.
     *
     * @param values the change's, column by column
     */
    void saveFailure(FailedChange change, List<Value> values) throws SQLException;

    /** Notes that tables are quarantined because of a change. */
    void quarantine(Set<TableId> tables, FailedChange because) throws SQLException;
}
