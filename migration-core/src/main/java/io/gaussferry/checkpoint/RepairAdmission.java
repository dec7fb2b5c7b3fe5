package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Admits one transaction that writes to the tables of a pipeline without owning it: a repair. The check that the target follows the source
 * runs in that transaction, under the {@link RepairLock}: a cutover that leaves PRECHECK waits for the transaction, and admits none
 * afterwards. The owner may change meanwhile, which {@link #mayCommit} detects.
 */
public final class RepairAdmission {

    /** The states of a cutover in which the target only follows the source. */
    private static final String FOLLOWS = "('PRECHECK', 'ROLLED_BACK')";

    private final String pipeline;
    private final long epoch;

    private RepairAdmission(String pipeline, long epoch) {
        this.pipeline = pipeline;
        this.epoch = epoch;
    }

    /**
     * Admits the connection's transaction until it ends; must be its first statement.
     *
     * @return empty if the state is being changed and the caller has to retry
     * @throws FencedException if repairs are not allowed: a cutover is running or has switched, or the pipeline has no owner
     */
    public static Optional<RepairAdmission> of(Connection connection, String pipeline) throws SQLException {
        if (!RepairLock.tryShare(connection, pipeline)) {
            return Optional.empty();
        }
        requireFollowing(connection, pipeline, "Nothing was repaired");
        long epoch = epoch(connection, pipeline);
        if (epoch < 0) {
            throw new FencedException(
                    ErrorCode.REPAIR_REFUSED,
                    "Nothing was repaired: pipeline \"" + pipeline + "\" no longer has progress on the target.",
                    "find the client that removed it; repair when the daemon replicates");
        }
        return Optional.of(new RepairAdmission(pipeline, epoch));
    }

    /**
     * Refuses work on tables while a cutover is running or after its switch, and prevents a new one from starting until the connection's
     * transaction ends. For requests that a daemon performs later.
     *
     * @param refusal the start of the message
     * @throws FencedException if a cutover is running or has switched
     */
    public static void requireNoCutover(Connection connection, String pipeline, String refusal) throws SQLException {
        RepairLock.share(connection, pipeline);
        requireFollowing(connection, pipeline, refusal);
    }

    /**
     * Refuses work on tables while a cutover is running or after its switch. A new one may start afterwards. Joins the connection's transaction.
     *
     * @param refusal the start of the message
     * @throws FencedException if a cutover is running or has switched
     */
    public static void requireFollowing(Connection connection, String pipeline, String refusal) throws SQLException {
        if (!SwitchedPipelines.tableExists(connection)) {
            return;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT step, switched_at, operator FROM gaussferry.cutover WHERE pipeline = ? AND step NOT IN "
                        + FOLLOWS)) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    throw refused(pipeline, refusal, row);
                }
            }
        }
    }

    private static FencedException refused(String pipeline, String refusal, ResultSet row) throws SQLException {
        if (row.getTimestamp(2) == null) {
            return new FencedException(
                    ErrorCode.CUTOVER_RUNNING,
                    refusal + ": a cutover of pipeline \"" + pipeline + "\", started by " + row.getString(3)
                            + ", is in step " + row.getString(1) + ".",
                    "wait until it ends (gaussferry cutover status) or roll it back, and retry");
        }
        return new FencedException(
                ErrorCode.PIPELINE_SWITCHED,
                refusal + ": pipeline \"" + pipeline + "\" was switched at "
                        + row.getTimestamp(2).toInstant() + " by " + row.getString(3)
                        + ", and applications write to the target.",
                "after the switch both sides can only be compared: gaussferry verify without --repair");
    }

    private static long epoch(Connection connection, String pipeline) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT max(epoch) FROM gaussferry.progress WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                long epoch = row.getLong(1);
                return row.wasNull() ? -1 : epoch;
            }
        }
    }

    /**
     * Returns whether the transaction may be committed: the pipeline still has the same owner, and replication includes every change of
     * these tables. To be called after the last statement that reads.
     */
    public boolean mayCommit(Connection connection, Collection<TableId> tables) throws SQLException {
        if (epoch(connection, pipeline) != epoch) {
            return false;
        }
        Map<TableId, TableCopyStore.Entry> copies = new TableCopyStore(pipeline).read(connection);
        return tables.stream()
                .map(copies::get)
                .noneMatch(entry -> entry != null && entry.state() != TableCopyStore.State.DONE);
    }
}
