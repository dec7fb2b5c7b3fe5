package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.CommitPermit;
import java.sql.SQLException;
import java.util.List;

/**
 * One applier's connection to the target, in terms of batches. A simulation can implement it in place of a target.
 * Everything between two commits is one target transaction. Not thread-safe: each applier has its own.
 */
public interface TargetSession {

    /**
     * Executes a batch's net effect with as few set-based statements as possible. Throws the target's errors and
     * conversion errors.
     */
    void writeAsSets(Batch batch) throws SQLException;

    /**
     * Returns the steps of {@link #writeAsSets} in two parts: those that need not wait for the batch's dependencies,
     * and the rest.
     */
    SplitSteps inHalves(Batch batch);

    /** Executes some of a batch's steps. Throws the target's errors and conversion errors. */
    void write(List<Step> steps) throws SQLException;

    /**
     * Executes a batch change by change in source order. This is slower, correct where sets could violate a constraint
     * temporarily, and identifies the change that fails.
     *
     * @throws io.gaussferry.error.GaussferryException for the change that the target rejects, or that affects a
     *     different number of rows
     */
    void writeInOrder(Batch batch) throws SQLException;

    /**
     * Executes a part of a large transaction as sets. If that fails, executes it in order, without undoing the earlier
     * parts.
     */
    void writeFragment(Batch fragment) throws SQLException;

    /**
     * Writes this applier's progress.
     *
     * @param progress the new content of the applier's row
     * @param transactions number of source transactions to add
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void updateProgress(Progress progress, int transactions) throws SQLException;

    /**
     * Stores the change that failed, for diagnosis.
     *
     * @param batch the batch of the change
     * @param quarantined whether its table is quarantined from here on
     */
    void saveFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException;

    /**
     * Stores the change that failed in a target transaction of its own, and commits it. Nothing was executed since the
     * last commit.
     */
    void commitFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException;

    /**
     * Verifies that this daemon still owns the migration. Called before a failure is reported, which another daemon may
     * have caused.
     *
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void requireOwnership() throws SQLException;

    /**
     * Commits the transaction.
     *
     * @param permit permission to commit
     * @throws InterruptedException if the permission was revoked; nothing is committed
     */
    void commit(CommitPermit permit) throws SQLException, InterruptedException;

    /** Rolls back everything since the last commit. */
    void rollback() throws SQLException;
}
