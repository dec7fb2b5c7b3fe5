package io.gaussferry.checkpoint;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes the progress of a pipeline in {@code gaussferry.progress}: the union of its rows is the set of the source's transactions
 * that the target has.
 *
 * <p>Each row carries the epoch of the daemon that may write it. A takeover raises the epoch, so that a commit of the previous owner finds
 * no row to update, and fails.
 */
public final class ProgressStore {

    private static final SourceIdentity NO_SOURCE = new SourceIdentity("", Naming.GTID);

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public ProgressStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * The progress of a pipeline after a takeover.
     *
     * @param ownership of the daemon
     * @param progress of the target in the source's history
     * @param source the server of that history
     */
    public record OwnedProgress(Ownership ownership, Progress progress, SourceIdentity source) {}

    /**
     * The progress of a pipeline, read without ownership.
     *
     * @param progress of the target in the source's history
     * @param source the server of that history
     */
    public record Found(Progress progress, SourceIdentity source) {}

    /** Returns the target's progress without a takeover; empty if the pipeline has no progress yet. For readers without ownership. */
    public Optional<Found> find(Connection connection) throws SQLException {
        if (!ProgressTable.exists(connection)) {
            return Optional.empty();
        }
        Rows found = read(connection);
        return found.appliers() == 0 ? Optional.empty() : Optional.of(new Found(found.progress(), found.source()));
    }

    /** The combination of all rows of a pipeline. */
    private record Rows(int appliers, long epoch, Progress progress, SourceIdentity source) {}

    private Rows read(Connection connection) throws SQLException {
        GtidSet executed = new GtidSet();
        LowWaterMark lowWater = LowWaterMark.NONE;
        HistoryFingerprint fingerprint = HistoryFingerprint.NONE;
        SourceIdentity source = NO_SOURCE;
        long epoch = 0;
        List<ProgressTable.Row> rows = ProgressTable.read(connection, pipeline);
        for (ProgressTable.Row row : rows) {
            executed.addAll(row.progress().executedSet());
            // every applier wrote the mark that it knew: the highest is valid, the others are older
            LowWaterMark further = lowWater.later(row.progress().lowWater());
            if (!further.equals(lowWater) || fingerprint.isEmpty()) {
                fingerprint = row.progress().fingerprint();
            }
            lowWater = further;
            source = row.source();
            epoch = Math.max(epoch, row.epoch());
        }
        return new Rows(rows.size(), epoch, new Progress(executed.toString(), lowWater, fingerprint), source);
    }

    /**
     * The target's transactions, as of one statement.
     *
     * @param executed the source's transactions that the target has
     * @param transactions the number that the appliers have counted in their commits since the initial copy
     */
    public record Counted(GtidSet executed, long transactions) {}

    /** Returns the target's transactions and their counted number, as of one moment. For readers without ownership. */
    public Counted count(Connection connection) throws SQLException {
        GtidSet executed = new GtidSet();
        long transactions = 0;
        for (ProgressTable.Row row : ProgressTable.read(connection, pipeline)) {
            executed.addAll(row.progress().executedSet());
            transactions += row.transactions();
        }
        return new Counted(executed, transactions);
    }

    /**
     * Takes over the pipeline: waits for a commit in progress, fences off the previous owner, and creates the missing rows of appliers.
     * Empty if the pipeline has no progress yet, because its initial copy is not complete.
     *
     * @param appliers the number of appliers that will write; rows of further appliers remain and count
     * @throws GaussferryException if the pipeline was switched, so that no daemon may replicate it
     */
    public Optional<OwnedProgress> takeOwnership(Connection connection, int appliers) throws SQLException {
        if (!raise(connection)) {
            return Optional.empty();
        }
        // the rows are locked now, and a switch locks them too
        SwitchedPipelines.requireNotSwitched(connection, pipeline);
        return Optional.of(takenOver(connection, appliers));
    }

    private boolean raise(Connection connection) throws SQLException {
        return Sql.update(connection, "UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ?", pipeline)
                > 0;
    }

    /**
     * Takes the ownership from any owner without resuming replication, even if the pipeline was switched. Empty if the pipeline has no
     * progress.
     */
    public Optional<Ownership> raiseEpoch(Connection connection) throws SQLException {
        if (!raise(connection)) {
            return Optional.empty();
        }
        return Optional.of(new Ownership(pipeline, read(connection).epoch()));
    }

    /**
     * Takes over again after a failure, unless another daemon has taken over meanwhile: a daemon that was believed dead must not fence off
     * its successor.
     *
     * @param held the ownership that this daemon had, or may have: see {@link Ownership#untilCommitted}
     * @throws GaussferryException if this daemon has lost the ownership
     */
    public OwnedProgress renew(Connection connection, int appliers, Ownership held) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ? AND " + Ownership.IS_HELD)) {
            raise.setString(1, pipeline);
            int unused = held.setHeld(raise, 2);
            if (raise.executeUpdate() == 0 && !raiseAfterLoss(connection, held)) {
                throw held.fenced();
            }
        }
        SwitchedPipelines.requireNotSwitched(connection, pipeline);
        return takenOver(connection, appliers);
    }

    /**
     * Takes over again if the rows have only earlier epochs: the target has lost the commit of this daemon's takeover, by a crash or a
     * failover.
     */
    private boolean raiseAfterLoss(Connection connection, Ownership held) throws SQLException {
        return Sql.update(
                        connection,
                        "UPDATE gaussferry.progress SET epoch = ? WHERE pipeline = ? AND epoch < ? AND NOT EXISTS"
                                + " (SELECT 1 FROM gaussferry.progress p WHERE p.pipeline = ? AND p.epoch >= ?)",
                        held.epochAfterLoss(),
                        pipeline,
                        held.epoch(),
                        pipeline,
                        held.epoch())
                > 0;
    }

    private OwnedProgress takenOver(Connection connection, int appliers) throws SQLException {
        Rows found = read(connection);
        Ownership ownership = new Ownership(pipeline, found.epoch()).on(connection);
        ProgressTable.insert(
                connection, ownership, found.appliers(), appliers, new Progress("", LowWaterMark.NONE), found.source());
        return new OwnedProgress(ownership, found.progress(), found.source());
    }

    /**
     * Writes the first progress of a pipeline; to be committed when all rows are copied.
     *
     * @param ownership of the copy
     * @param progress of the copy in the source's history
     * @param source the server of that history
     */
    public OwnedProgress begin(
            Connection connection, Ownership ownership, int appliers, Progress progress, SourceIdentity source)
            throws SQLException {
        ProgressTable.insert(connection, ownership, 0, appliers, progress, source);
        return new OwnedProgress(ownership, progress, source);
    }

    /**
     * Records that the history is read from another server from now on, which has the same transactions with the same GTIDs. The position
     * of the low-water mark is cleared because it referred to the former server's binlog. Joins the connection's transaction.
     */
    public OwnedProgress recordSourceChange(Connection connection, OwnedProgress owned, SourceIdentity source)
            throws SQLException {
        LowWaterMark lowWater =
                new LowWaterMark(owned.progress().lowWater().captureSequence(), LowWaterMark.NONE.position());
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.progress SET source_uuid = ?,"
                        + " low_water_file = '', low_water_offset = 0, low_water_created = 0 WHERE pipeline = ? AND epoch = ?",
                source.serverUuid(),
                pipeline,
                owned.ownership().epoch());
        if (changed == 0) {
            throw owned.ownership().fenced();
        }
        return new OwnedProgress(
                owned.ownership(),
                new Progress(
                        owned.progress().executed(), lowWater, owned.progress().fingerprint()),
                source);
    }

    /**
     * Adds a transaction to the executed set that no applier has executed. Joins the connection's transaction.
     *
     * @param owned by the caller, so that no running daemon overwrites it
     */
    public void addExecuted(Connection connection, OwnedProgress owned, GtidSet transaction) throws SQLException {
        GtidSet executed = owned.progress().executedSet();
        executed.addAll(transaction);
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET gtid_set = ?, ahead = '', transactions = transactions + 1,"
                        + " updated_at = clock_timestamp() WHERE pipeline = ? AND applier = 0 AND epoch = ?")) {
            update.setString(1, executed.toString());
            update.setString(2, pipeline);
            update.setLong(3, owned.ownership().epoch());
            owned.ownership().requireUpdated(update.executeUpdate());
        }
    }

    /**
     * Records that the target has all changes of the source, from whichever side they came: after a return, replication resumes from there.
     * Joins the connection's transaction.
     *
     * @param executed the source's GTIDs; empty if it has none
     * @param position the end of its binlog
     */
    public void resumeFrom(Connection connection, String executed, BinlogPosition position) throws SQLException {
        Rows found = read(connection);
        GtidSet before = found.progress().executedSet();
        boolean byGtid = !executed.isEmpty();
        long added = byGtid ? GtidSet.parse(executed).minus(before).count() : 0;
        Sql.execute(
                connection,
                "UPDATE gaussferry.progress SET gtid_set = ?,"
                        + " ahead = '', fingerprint = '', low_water = ?, low_water_file = ?, low_water_offset = ?, low_water_created = 0,"
                        + " transactions = transactions + CASE WHEN applier = 0 THEN ? ELSE 0 END, updated_at = clock_timestamp()"
                        + " WHERE pipeline = ?",
                byGtid ? executed : before.toString(),
                found.progress().lowWater().captureSequence(),
                position.file(),
                position.offset(),
                added,
                pipeline);
    }

    /**
     * Deletes the pipeline's progress. Joins the connection's transaction.
     *
     * @return the epoch of the previous owner; 0 if there was none
     */
    public long forget(Connection connection) throws SQLException {
        long epoch = takeOwnership(connection, 0)
                .map(takenOver -> takenOver.ownership().epoch())
                .orElse(0L);
        Sql.execute(connection, "DELETE FROM gaussferry.progress WHERE pipeline = ?", pipeline);
        return epoch;
    }
}
