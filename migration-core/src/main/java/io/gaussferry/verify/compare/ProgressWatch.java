package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.opengauss.OwnerSessions;
import java.sql.Connection;
import java.sql.SQLException;

/** Reports whether the target has passed a position of the source. Only reads. Thread-safe. */
public final class ProgressWatch extends PositionWatch {

    private final Connection target;
    private final ProgressStore progress;
    private final String pipeline;

    /** @param target a dedicated connection without autocommit */
    public ProgressWatch(Connection target, String pipeline) {
        this.target = target;
        this.progress = new ProgressStore(pipeline);
        this.pipeline = pipeline;
    }

    /**
     * Rejects a migration whose transactions have no GTIDs. Transactions identified by their position in one server's binlog do not appear
     * in {@code gtid_executed}, so every position would seem to be passed.
     */
    public synchronized void requireGtids() throws SQLException {
        boolean named = progress.find(target)
                .map(found -> found.source().naming() == Naming.GTID)
                .orElse(true);
        target.rollback();
        if (!named) {
            throw new GaussferryException(
                    ErrorCode.VERIFICATION_NEEDS_GTIDS,
                    "Pipeline \"" + pipeline
                            + "\" replicates a source without GTIDs. Verification cannot determine whether the"
                            + " target has passed a position of such a source.",
                    "compare with other means while no session writes; or start a migration with gtid_mode=ON",
                    null);
        }
    }

    /** Returns the transactions that the target has executed. */
    public synchronized GtidSet executed() throws SQLException {
        GtidSet executed = progress.find(target)
                .map(found -> found.progress().executedSet())
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.NO_PROGRESS,
                        "Pipeline \"" + pipeline
                                + "\" has no progress on the target, so there is nothing to verify yet.",
                        "verify when the initial copy is complete; if the migration has another name, set gaussferry.pipeline"
                                + " to it",
                        null));
        target.rollback();
        return executed;
    }

    @Override
    public boolean sourceFollows() {
        return false;
    }

    @Override
    public Place now(Connection source) throws SQLException {
        return SourceFrontier.now(source);
    }

    @Override
    protected boolean isPassed(Place place) throws SQLException {
        return place instanceof SourceFrontier position && position.isPassedBy(executed());
    }

    @Override
    protected synchronized boolean hasDaemon() throws SQLException {
        boolean mayExist = OwnerSessions.mayExist(target, pipeline);
        target.rollback();
        return mayExist;
    }

    @Override
    protected Object reached() throws SQLException {
        return executed();
    }
}
