package io.gaussferry.pipeline.reverse;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The part of the target's log whose changes are applied by state, as stored on the target. Used by one thread.
 *
 * <p>It has two stages. Changes before the first position are applied by the target's current rows, which are read after
 * that position and may therefore contain later changes. The second position is taken when the last of these rows has
 * been read: no row in MySQL is newer. Changes between both are applied by their logged rows, in the order of the log,
 * whether or not MySQL has them already: the last change of each row brings it to its state at the second position. From
 * there on MySQL has exactly the target's history, and changes are applied as usual.
 */
final class SettlingWindow {

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(10);

    /** How the changes of a transaction are applied. */
    enum Stage {
        /** By the target's current rows. */
        CURRENT,
        /** By the logged rows, whatever MySQL has. */
        LOGGED_STATE,
        /** As logged. */
        LOGGED
    }

    private final OwnershipProof proof;
    private final Connection target;
    private final ReverseDecisionStore store;
    private final LogicalSlot slot;
    private final ReverseSettings settings;
    private final TargetDialect dialect;
    private Settling settling;

    SettlingWindow(
            OwnershipProof proof,
            Connection target,
            ReverseSettings settings,
            TargetDialect dialect,
            Settling settling) {
        this.proof = proof;
        this.target = target;
        this.settings = settings;
        this.dialect = dialect;
        this.store = new ReverseDecisionStore(settings.name());
        this.slot = new LogicalSlot(settings.decoding().slot(), dialect.decoding());
        this.settling = settling;
    }

    /**
     * Returns the stage of a transaction. All transactions before it have been executed, committed or not.
     *
     * @param commit the position of its commit in the target's log
     */
    Stage stage(long commit) throws SQLException, InterruptedException {
        if (commit < settling.readUntil()) {
            return Stage.CURRENT;
        }
        Long appliedUntil = settling.appliedUntil();
        if (appliedUntil == null) {
            appliedUntil = slot.settledEnd(target, LONGEST_TRANSACTION);
            save(new Settling(settling.readUntil(), appliedUntil));
            heartbeat();
        }
        return commit < appliedUntil ? Stage.LOGGED_STATE : Stage.LOGGED;
    }

    /** Makes the changes up to now be applied by current rows. */
    void extend() throws SQLException, InterruptedException {
        save(new Settling(slot.settledEnd(target, LONGEST_TRANSACTION), null));
        heartbeat();
    }

    /** Ends the window: MySQL has everything before the second position. */
    void end() throws SQLException {
        proof.hold(target);
        store.endSettling(target);
        target.commit();
    }

    private void save(Settling next) throws SQLException {
        proof.hold(target);
        store.settle(target, next);
        target.commit();
        settling = next;
    }

    /** Appends a transaction to the log after the window, so that its end is reached without other writers. */
    private void heartbeat() throws SQLException {
        long unused = TargetHeartbeat.set(target, settings.decoding().slot(), dialect);
    }
}
