package io.gaussferry.checkpoint;

import io.gaussferry.error.GaussferryException;
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
 * What a pipeline's rows of {@code gaussferry.progress} say together, and who may write them: their union is what the target has of the
 * source's transactions.
 *
 * <p>Each row carries the epoch of the daemon that may write it. Whoever takes over raises the epoch, and a commit of the one
 * before then finds no row to update, and fails.
 */
public final class ProgressStore {

    private static final SourceIdentity NOBODY = new SourceIdentity("", Naming.GTID);
    private static final LowWaterMark NOTHING = new LowWaterMark(0, new BinlogPosition("", 0));

    private final String pipeline;

    /** @param pipeline the pipeline's name: several may share one target */
    public ProgressStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * What a daemon owns once it has taken over.
     *
     * @param ownership its right to go on
     * @param progress what the target has of the source's history
     * @param source whose history that is
     */
    public record OwnedProgress(Ownership ownership, Progress progress, SourceIdentity source) {}

    /**
     * What somebody finds who only looks.
     *
     * @param progress what the target has of the source's history
     * @param source whose history that is
     */
    public record Found(Progress progress, SourceIdentity source) {}

    /** Creates the table if it is missing. Joins the connection's transaction. */
    public void createIfMissing(Connection connection) throws SQLException {
        ProgressTable.createIfMissing(connection);
    }

    /**
     * Returns what the target has of the source's transactions, without taking over; empty if the pipeline has no progress
     * yet. For those who only look.
     */
    public Optional<Found> find(Connection connection) throws SQLException {
        if (!ProgressTable.exists(connection)) {
            return Optional.empty();
        }
        Rows found = read(connection);
        return found.appliers() == 0 ? Optional.empty() : Optional.of(new Found(found.progress(), found.source()));
    }

    /** What all rows of a pipeline come to. */
    private record Rows(int appliers, long epoch, Progress progress, SourceIdentity source) {}

    private Rows read(Connection connection) throws SQLException {
        GtidSet executed = new GtidSet();
        LowWaterMark lowWater = NOTHING;
        HistoryFingerprint fingerprint = HistoryFingerprint.NONE;
        SourceIdentity source = NOBODY;
        long epoch = 0;
        List<ProgressTable.Row> rows = ProgressTable.read(connection, pipeline);
        for (ProgressTable.Row row : rows) {
            executed.addAll(row.progress().executedSet());
            LowWaterMark further = later(lowWater, row.progress().lowWater());
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
     * What the target has, as one statement sees it.
     *
     * @param executed the source's transactions that it has
     * @param transactions how many the appliers have counted in their commits since the initial copy
     */
    public record Counted(GtidSet executed, long transactions) {}

    /** Returns what the target has, and how many transactions were counted, as of one moment. For those who only look. */
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
     * Takes over the pipeline: waits for a commit in progress, fences off whoever wrote before, and makes sure that every
     * applier has a row. Empty if the pipeline has no progress yet, that is, before its initial copy is complete.
     *
     * @param appliers how many appliers will write; rows of more appliers than that stay and count
     * @throws GaussferryException if the pipeline was switched over: nobody replays it any more
     */
    public Optional<OwnedProgress> takeOwnership(Connection connection, int appliers) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ?")) {
            raise.setString(1, pipeline);
            if (raise.executeUpdate() == 0) {
                return Optional.empty();
            }
        }
        // the rows are locked now: who switches locks them too
        SwitchedPipelines.requireNotSwitched(connection, pipeline);
        return Optional.of(taken(connection, appliers));
    }

    /**
     * Takes the right to write from whoever has it, for one who will replay nothing: also where the pipeline was switched over. Empty if
     * the pipeline has no progress.
     */
    public Optional<Ownership> takeRight(Connection connection) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ?")) {
            raise.setString(1, pipeline);
            if (raise.executeUpdate() == 0) {
                return Optional.empty();
            }
        }
        return Optional.of(new Ownership(pipeline, read(connection).epoch()));
    }

    /**
     * Takes over again after a failure, unless another daemon has done so in the meantime: that one would be thrown out by one
     * that was believed dead.
     *
     * @param held the right that this daemon had, or may have: see {@link Ownership#untilCommitted}
     * @throws GaussferryException if it has it no longer
     */
    public OwnedProgress renew(Connection connection, int appliers, Ownership held) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ? AND " + Ownership.IS_HELD)) {
            raise.setString(1, pipeline);
            int unused = held.setHeld(raise, 2);
            if (raise.executeUpdate() == 0) {
                throw held.fenced();
            }
        }
        SwitchedPipelines.requireNotSwitched(connection, pipeline);
        return taken(connection, appliers);
    }

    private OwnedProgress taken(Connection connection, int appliers) throws SQLException {
        Rows found = read(connection);
        Ownership ownership = new Ownership(pipeline, found.epoch());
        ProgressTable.insert(
                connection, ownership, found.appliers(), appliers, new Progress("", NOTHING), found.source());
        return new OwnedProgress(ownership, found.progress(), found.source());
    }

    /** Every applier wrote the mark that it knew: the furthest is true, the others are older. */
    private static LowWaterMark later(LowWaterMark one, LowWaterMark other) {
        boolean further = other.captureSequence() > one.captureSequence()
                || (other.captureSequence() == one.captureSequence()
                        && one.position().file().isEmpty());
        return further ? other : one;
    }

    /**
     * Writes the first progress of a pipeline; to be committed when all rows are copied.
     *
     * @param ownership the right that the copy was made by
     * @param progress what the copy has of the source's history
     * @param source whose history that is
     */
    public OwnedProgress begin(
            Connection connection, Ownership ownership, int appliers, Progress progress, SourceIdentity source)
            throws SQLException {
        ProgressTable.insert(connection, ownership, 0, appliers, progress, source);
        return new OwnedProgress(ownership, progress, source);
    }

    /**
     * Notes that the history is read from another server from now on, which has the same transactions by the same GTIDs. The
     * place of the low-water mark is forgotten: it meant one in the former server's binlog. Joins the connection's transaction.
     */
    public OwnedProgress sourceChanged(Connection connection, OwnedProgress owned, SourceIdentity source)
            throws SQLException {
        LowWaterMark lowWater = new LowWaterMark(owned.progress().lowWater().captureSequence(), NOTHING.position());
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET source_uuid = ?,"
                        + " low_water_file = '', low_water_offset = 0, low_water_created = 0 WHERE pipeline = ? AND epoch = ?")) {
            update.setString(1, source.serverUuid());
            update.setString(2, pipeline);
            update.setLong(3, owned.ownership().epoch());
            if (update.executeUpdate() == 0) {
                throw owned.ownership().fenced();
            }
        }
        return new OwnedProgress(
                owned.ownership(),
                new Progress(
                        owned.progress().executed(), lowWater, owned.progress().fingerprint()),
                source);
    }

    /**
     * Counts a transaction as executed that was not. Joins the connection's transaction.
     *
     * @param owned by whoever does it, so that a running daemon does not write over it
     */
    public void addExecuted(Connection connection, OwnedProgress owned, GtidSet transaction) throws SQLException {
        GtidSet executed = owned.progress().executedSet();
        executed.addAll(transaction);
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET gtid_set = ?, ahead = '', transactions = transactions + 1,"
                        + " updated_at = clock_timestamp() WHERE pipeline = ? AND lane = 0 AND epoch = ?")) {
            update.setString(1, executed.toString());
            update.setString(2, pipeline);
            update.setLong(3, owned.ownership().epoch());
            owned.ownership().requireUpdated(update.executeUpdate());
        }
    }

    /**
     * Notes that the target has all that the source has, whoever brought it: after a way back the replay goes on from there. Joins the
     * connection's transaction.
     *
     * @param executed the source's GTIDs; empty where it has none
     * @param position the end of its binlog
     */
    public void goOnFrom(Connection connection, String executed, BinlogPosition position) throws SQLException {
        Rows found = read(connection);
        GtidSet before = found.progress().executedSet();
        boolean byGtid = !executed.isEmpty();
        long more = byGtid ? GtidSet.parse(executed).minus(before).count() : 0;
        try (PreparedStatement update = connection.prepareStatement("UPDATE gaussferry.progress SET gtid_set = ?,"
                + " ahead = '', fingerprint = '', low_water = ?, low_water_file = ?, low_water_offset = ?, low_water_created = 0,"
                + " transactions = transactions + CASE WHEN lane = 0 THEN ? ELSE 0 END, updated_at = clock_timestamp()"
                + " WHERE pipeline = ?")) {
            update.setString(1, byGtid ? executed : before.toString());
            update.setLong(2, found.progress().lowWater().captureSequence());
            update.setString(3, position.file());
            update.setLong(4, position.offset());
            update.setLong(5, more);
            update.setString(6, pipeline);
            update.executeUpdate();
        }
    }

    /**
     * Forgets the pipeline's progress. Joins the connection's transaction.
     *
     * @return the epoch of whoever had the right to write; 0 where there was none
     */
    public long forget(Connection connection) throws SQLException {
        long epoch = takeOwnership(connection, 0)
                .map(taken -> taken.ownership().epoch())
                .orElse(0L);
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.progress WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
        return epoch;
    }
}
