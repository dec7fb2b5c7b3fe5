package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.Halves;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.CommitPermit;
import java.sql.SQLException;
import java.util.List;

/**
 * One applier's connection to the target, in terms of batches. A seam, so that a simulation can stand in for the target. Everything
 * between two commits is one target transaction. Not thread-safe: each applier has its own.
 */
public interface TargetSession {

    /** Executes a batch's net effect as few set-based statements. Throws what the target says, and conversion errors. */
    void writeAsSets(Batch batch) throws SQLException;

    /** Returns what {@link #writeAsSets} executes, in two parts: what need not wait for what the batch depends on, and the rest. */
    Halves inHalves(Batch batch);

    /** Executes some of a batch's steps. Throws what the target says, and conversion errors. */
    void write(List<Step> steps) throws SQLException;

    /**
     * Executes a batch change by change in source order: slower, right where sets could meet a constraint on the way, and
     * exact about which change fails.
     *
     * @throws io.gaussferry.error.GaussferryException for the change that the target refuses, or that meets another number of
     *     rows
     */
    void writeInOrder(Batch batch) throws SQLException;

    /** Executes a part of a large transaction: as sets, and where that fails in order, without losing the parts before. */
    void writeFragment(Batch fragment) throws SQLException;

    /**
     * Writes this applier's progress.
     *
     * @param progress what the applier's row is to say
     * @param transactions how many source transactions are added
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void updateProgress(Progress progress, int transactions) throws SQLException;

    /**
     * Keeps the change that failed, for whoever looks into it.
     *
     * @param batch what it was executed with
     * @param quarantined whether its table is quarantined from here on
     */
    void saveFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException;

    /** Does the same in a target transaction of its own, and commits it; nothing else was executed since the last commit. */
    void keepFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException;

    /**
     * Returns if this daemon is still the one that applies. Called before a failure is reported, which may come from another's work.
     *
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    void requireOwnership() throws SQLException;

    /**
     * Makes all of it visible at once.
     *
     * @param permit the right to do so
     * @throws InterruptedException if the right was revoked; nothing is visible
     */
    void commit(CommitPermit permit) throws SQLException, InterruptedException;

    /** Undoes all since the last commit. */
    void rollback() throws SQLException;
}
