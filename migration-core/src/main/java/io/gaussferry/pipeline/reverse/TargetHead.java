package io.gaussferry.pipeline.reverse;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.LostChanges;
import io.gaussferry.target.LogicalDecoding;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the end of the target's log at intervals, even while no changes are replayed, to measure the lag of MySQL: the figure is
 * missing while the target does not answer. Drops the slot when the target retains more log for it than is configured. Thread-safe.
 */
final class TargetHead {

    private static final Logger LOG = LoggerFactory.getLogger(TargetHead.class);

    private static final Duration BETWEEN_READS = Duration.ofSeconds(2);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private final ReverseSettings settings;
    private final Runnable onRead;
    private final Runnable onLost;
    private final Consumer<GaussferryException> onLimit;
    private final OwnershipProof proof;
    private final Thread thread = new Thread(this::watch, "target-head");
    private volatile LogicalSlot.@Nullable State state;
    private volatile OptionalLong retainedLimit = OptionalLong.empty();

    /**
     * @param onRead called after each read, on this thread
     * @param onLost called while the target no longer sends all changes since arming: the next run reports the reason
     * @param onLimit called before the slot is dropped because the target retains too much log for it, with that failure: no run may read the
     *     slot afterwards
     * @param proof proves that the caller owns the pipeline before the slot is dropped
     */
    TargetHead(
            ReverseSettings settings,
            Runnable onRead,
            Runnable onLost,
            Consumer<GaussferryException> onLimit,
            OwnershipProof proof) {
        this.settings = settings;
        this.onRead = onRead;
        this.onLost = onLost;
        this.onLimit = onLimit;
        this.proof = proof;
        thread.setDaemon(true);
    }

    /** Starts the thread. Called once. */
    void start() {
        thread.start();
    }

    /** Returns the state of the slot and the log at the last read; null if unknown. */
    LogicalSlot.@Nullable State state() {
        return state;
    }

    /** Returns the limit of the log that slots retain, in bytes; empty without a limit, or if it is unknown. */
    OptionalLong retainedLimit() {
        return retainedLimit;
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                readUntilFailure();
            } catch (SQLException | GaussferryException e) {
                LOG.debug("Cannot read the state of the target's log: {}", e.getMessage());
                state = null;
                onRead.run();
                pause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        state = null;
    }

    /** Reads over one connection until it fails. */
    private void readUntilFailure() throws SQLException, InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 2);
                Connection target = sessions.open()) {
            target.setNetworkTimeout(Runnable::run, (int) LONGEST_ANSWER.toMillis());
            LogicalSlot slot = new LogicalSlot(
                    settings.decoding().slot(), sessions.dialect().decoding());
            while (!Thread.currentThread().isInterrupted()) {
                LogicalSlot.State current = slot.state(target).orElse(null);
                state = current;
                retainedLimit = slot.retainedLimit(target);
                onRead.run();
                if (current != null && exceedsLimit(current)) {
                    giveUp(sessions, target, slot, current);
                }
                if (!isPublished(target, sessions.dialect().decoding())) {
                    onLost.run();
                }
                pause();
            }
        }
    }

    private boolean exceedsLimit(LogicalSlot.State current) {
        OptionalLong limit = settings.retainedLogLimit();
        return limit.isPresent() && current.retainedBytes() > limit.getAsLong();
    }

    /** Drops the slot, whose log would fill the target's disk; MySQL gets the missing changes when reverse replication is armed again. */
    private void giveUp(TargetSessions sessions, Connection target, LogicalSlot slot, LogicalSlot.State current)
            throws SQLException, InterruptedException {
        onLimit.accept(LostChanges.limitIsExceeded(
                settings.decoding().slot(),
                current.retainedBytes(),
                settings.retainedLogLimit().orElseThrow()));
        try (Connection owner = sessions.open()) {
            proof.hold(owner);
            new LogicalSlot(
                            settings.decoding().prefetchSlot(),
                            sessions.dialect().decoding())
                    .drop(target);
            slot.drop(target);
            owner.commit();
        }
    }

    /** Returns whether the publication has sent the changes of all armed tables without interruption. */
    private boolean isPublished(Connection target, LogicalDecoding decoding) throws SQLException {
        try {
            new TargetTables(settings).requirePublished(target, decoding);
            return true;
        } catch (GaussferryException e) {
            LOG.debug("The target does not send all changes: {}", e.problem());
            return false;
        } finally {
            target.rollback();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_READS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the thread. */
    void stop() {
        thread.interrupt();
    }
}
