package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.opengauss.OwnersSessions;
import java.sql.Connection;
import java.sql.SQLException;

/** Answers whether the target has passed a position of the source. Only reads. Thread-safe. */
public final class ProgressWatch extends PositionWatch {

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
    protected synchronized boolean isServed() throws SQLException {
        boolean mayExist = OwnersSessions.mayExist(target, pipeline);
        target.rollback();
        return mayExist;
    }

    @Override
    protected Object reached() throws SQLException {
        return executed();
    }
}
