package io.gaussferry.cutover.step;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.RepairLock;
import io.gaussferry.checkpoint.RowLock;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ownership under which the journal changes the state: the daemon's current one, or the one that the decision of the switch has raised.
 * Thread-safe.
 */
final class JournalOwnership implements OwnershipProof {

    private final String pipeline;
    private final CutoverStore store;
    private final Supplier<@Nullable Ownership> ownership;
    private volatile @Nullable Ownership raised;
    /** Whether the stored state has confirmed that {@link #raised} was committed. */
    private volatile boolean isRaised;

    /** @param ownership the current ownership of the daemon; null while it has none */
    JournalOwnership(String pipeline, CutoverStore store, Supplier<@Nullable Ownership> ownership) {
        this.pipeline = pipeline;
        this.store = store;
        this.ownership = ownership;
    }

    /** This daemon has no ownership at the moment, or not yet the one of its next run. Nothing was changed. */
    static final class RestartingException extends GaussferryException {

        private static final long serialVersionUID = 1L;

        RestartingException(@Nullable GaussferryException cause) {
            super(
                    ErrorCode.REPLICATION_RESTARTING,
                    "Replication is restarting.",
                    "a running cutover continues automatically; make a request again after a few seconds",
                    cause);
        }
    }

    /** Holds the ownership and excludes repairs: they end before the state changes, and read it afterwards. */
    Ownership holdExclusively(Connection connection) throws SQLException {
        RepairLock.exclude(connection, pipeline);
        return hold(connection);
    }

    /** Holds the ownership; a restarted run of the pipeline renews it, and the renewed one counts. */
    @Override
    public Ownership hold(Connection connection) throws SQLException {
        return hold(connection, RowLock.EXCLUSIVE);
    }

    @Override
    public Ownership share(Connection connection) throws SQLException {
        return hold(connection, RowLock.SHARED);
    }

    private Ownership hold(Connection connection, RowLock lock) throws SQLException {
        Ownership held = ownership.get();
        Ownership decided = raised;
        if (held == null) {
            throw new RestartingException(null);
        }
        try {
            held.holdSingleRow(connection, lock);
            return held;
        } catch (GaussferryException e) {
            boolean isInDoubt = held.raisedBy() != 0;
            if (isInDoubt || !held.equals(ownership.get())) {
                throw new RestartingException(e);
            }
            if (decided == null || !(isRaised || store.read(connection).isSwitched())) {
                throw e;
            }
            isRaised = true;
            // the decision raised this epoch, even if its acknowledgement was lost; without a decision, the epoch may
            // belong to another daemon
            decided.holdSingleRow(connection, lock);
            return decided;
        }
    }

    /** Raises the epoch for the decision of the switch: appliers can no longer commit. Joins the connection's transaction. */
    void raise(Connection connection) throws SQLException {
        raised = new ProgressStore(pipeline).raiseEpoch(connection).orElseThrow();
    }
}
