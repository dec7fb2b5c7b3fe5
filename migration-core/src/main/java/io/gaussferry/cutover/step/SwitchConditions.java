package io.gaussferry.cutover.step;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Requires in the transaction of the switch that the target has all changes of the source. Appliers wait for the locks of this transaction, so
 * the result stays valid until the decision.
 */
final class SwitchConditions {

    private final String pipeline;

    SwitchConditions(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Requires the source's position and all tables.
     *
     * @throws GaussferryException if the target is at another position, or if replication has excluded a table
     */
    void require(Connection connection, Advancing at) throws SQLException {
        requireSamePosition(connection, at);
        requireAllTables(connection);
    }

    private void requireSamePosition(Connection connection, Advancing at) throws SQLException {
        Progress progress =
                new ProgressStore(pipeline).find(connection).orElseThrow().progress();
        FencedPosition fencedAt = Objects.requireNonNull(at.cutover().fencedPosition());
        if (!fencedAt.isReachedBy(progress)) {
            throw new GaussferryException(
                    ErrorCode.TARGET_BEHIND,
                    "The target is no longer at the source's position: the source at " + fencedAt + ", the target at "
                            + progress.describe() + ".",
                    "start the cutover again; if the target has restarted, replication first restores the lost commits",
                    null);
        }
    }

    /** A table that is to be copied, or was quarantined since PRECHECK, is not at the common position. */
    private void requireAllTables(Connection connection) throws SQLException {
        Set<TableId> excluded = new TreeSet<>(new FailureStore(pipeline).quarantined(connection));
        new TableCopyStore(pipeline).read(connection).forEach((table, entry) -> {
            if (entry.state().isCopiedIncrementally()) {
                excluded.add(table);
            }
        });
        if (!excluded.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TABLES_EXCLUDED,
                    "Replication has excluded tables since PRECHECK: " + excluded + " (quarantined or to be copied).",
                    "wait until the tables are copied (gaussferry copy), and start the cutover again",
                    null);
        }
    }
}
