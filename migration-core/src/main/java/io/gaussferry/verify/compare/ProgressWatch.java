package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Answers whether the target has passed a position of the source. Only reads. Thread-safe. */
public final class ProgressWatch {

    /** A target that commits nothing for so long is taken for one that nobody replays into. */
    private static final Duration STALLED_AFTER = Duration.ofSeconds(20);

    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LONGEST_PAUSE_MILLIS = 25;

    private final Connection target;
    private final ProgressStore progress;
    private final String pipeline;

    /** @param target a connection of its own, without autocommit */
    public ProgressWatch(Connection target, String pipeline) {
        this.target = target;
        this.progress = new ProgressStore(pipeline);
        this.pipeline = pipeline;
    }

    /**
     * Refuses a migration whose transactions have no GTIDs: what is named by its place in one server's binlog cannot be looked for in
     * {@code gtid_executed}, and every position would seem to be passed.
     */
    public synchronized void requireGtids() throws SQLException {
        boolean named = progress.find(target)
                .map(found -> found.source().naming() == Naming.GTID)
                .orElse(true);
        target.rollback();
        if (!named) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "Pipeline \"" + pipeline
                            + "\" follows a source without GTIDs: whether the target has passed a position"
                            + " cannot be told there yet.",
                    "compare with other means, while nothing is written; or begin a migration with gtid_mode=ON",
                    null);
        }
    }

    /** Returns what the target has executed. */
    public synchronized GtidSet executed() throws SQLException {
        GtidSet executed = progress.find(target)
                .map(found -> found.progress().executedSet())
                .orElseThrow(() -> new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Pipeline \"" + pipeline + "\" has no progress on the target: there is nothing to verify yet.",
                        "verify when the initial copy is complete; if the migration has another name, set gaussferry.pipeline"
                                + " to it",
                        null));
        target.rollback();
        return executed;
    }

    /** Waits until the target has passed a position, at most so long; returns whether it has. */
    public boolean await(SourceFrontier position, Duration patience) throws SQLException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long pause = FIRST_PAUSE_MILLIS;
        while (!position.isPassedBy(executed())) {
            if (System.nanoTime() > end) {
                return false;
            }
            // another process commits there: there is nothing to be told by
            Thread.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        return true;
    }

    /**
     * Waits until the target has passed a position, as long as it gets ahead at all.
     *
     * @throws CannotTellException if it does not
     */
    void await(SourceFrontier position) throws SQLException, InterruptedException {
        GtidSet before = executed();
        while (!await(position, STALLED_AFTER)) {
            GtidSet now = executed();
            if (now.equals(before)) {
                throw new CannotTellException(
                        "the target does not get to the position at which the source was read: nothing was"
                                + " committed there for " + STALLED_AFTER.toSeconds() + " s; is the daemon running?");
            }
            before = now;
        }
    }
}
