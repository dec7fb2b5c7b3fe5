package io.gaussferry.apply.mysql;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The table {@code gaussferry.progress} in MySQL: one row for each applier of reverse replication, updated in the same
 * transaction as the data, with the fencing token of the daemon that may write it. The token starts with the pipeline's
 * epoch on the target, so that a daemon that lost the pipeline there cannot claim it here. Transactions are applied in
 * commit order: MySQL has the complete history up to the highest low-water mark of any row.
 */
public final class MySqlProgress {

    private static final String UPDATE =
            "UPDATE gaussferry.progress SET low_water = ?, low_water_file = ?, low_water_offset = ?,"
                    + " transactions = transactions + ?, commits = commits + 1, updated_at = UTC_TIMESTAMP(6) WHERE pipeline = ? AND applier = ? AND epoch = ?";

    /** Bits for the number of reverse-replication runs, below the target's epoch, which counts daemons and runs. */
    private static final int RUN_BITS = 32;

    private final String pipeline;

    /** @param pipeline the pipeline's name: several pipelines may share one MySQL server */
    public MySqlProgress(String pipeline) {
        this.pipeline = pipeline;
    }

    /** A summary of all rows of a pipeline. */
    private record Rows(int appliers, long epoch, LowWaterMark lowWater, String sourceId) {}

    private Rows read(Connection connection) throws SQLException {
        int appliers = 0;
        long epoch = 0;
        LowWaterMark lowWater = LowWaterMark.NONE;
        String sourceId = "";
        try (PreparedStatement select = connection.prepareStatement("SELECT epoch, low_water, low_water_file,"
                + " low_water_offset, source_id FROM gaussferry.progress WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    appliers++;
                    epoch = Math.max(epoch, rows.getLong(1));
                    BinlogPosition position = new BinlogPosition(rows.getString(3), rows.getLong(4));
                    lowWater = lowWater.later(new LowWaterMark(rows.getLong(2), position));
                    sourceId = rows.getString(5);
                }
            }
        }
        return new Rows(appliers, epoch, lowWater, sourceId);
    }

    /** Returns the progress of reverse replication; empty if it was never armed. For reading only. */
    public Optional<LowWaterMark> find(Connection connection) throws SQLException {
        Rows found = read(connection);
        return found.appliers() == 0 ? Optional.empty() : Optional.of(found.lowWater());
    }

    /**
     * Returns the number of MySQL transactions that these rows have counted since reverse replication was armed. Each
     * is in MySQL's binlog; every other transaction there was written by another session.
     */
    public long commits(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT COALESCE(SUM(commits), 0) FROM gaussferry.progress WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /**
     * Starts reverse replication, or restarts it from scratch: from now on, MySQL lacks only the changes after a
     * position. Joins the connection's transaction.
     *
     * @param owner owner of the pipeline on the target
     * @param from the position at which both sides are equal
     * @param sourceId the source of the history
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over since
     */
    public void begin(Connection connection, Ownership owner, LowWaterMark from, String sourceId) throws SQLException {
        boolean unused = raiseEpoch(connection, owner);
        long epoch = Math.max(read(connection).epoch(), firstEpoch(owner));
        deleteRows(connection);
        insert(connection, 0, new Ownership(pipeline, epoch), from, sourceId);
    }

    /**
     * Restarts reverse replication from a position of another log, and takes over. Keeps the number of commits, to which
     * it adds the connection's transaction.
     *
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over since
     */
    public Ownership restart(Connection connection, Ownership owner, LowWaterMark from, String sourceId)
            throws SQLException {
        // fences off the previous writer first, so that no commit of it follows the count; counts this transaction
        long commits = raiseEpoch(connection, owner) ? commits(connection) : 1;
        begin(connection, owner, from, sourceId);
        Ownership taken = takeOwnership(connection, owner, 1).orElseThrow().ownership();
        setCommits(connection, "?", commits, taken);
        return taken;
    }

    /**
     * Counts the connection's transaction among those of reverse replication.
     *
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    public static void count(Connection connection, Ownership ownership) throws SQLException {
        setCommits(connection, "commits + ?", 1, ownership);
    }

    private static void setCommits(Connection connection, String expression, long number, Ownership ownership)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE gaussferry.progress SET commits = "
                + expression + " WHERE pipeline = ? AND applier = 0 AND epoch = ?")) {
            update.setLong(1, number);
            update.setString(2, ownership.pipeline());
            update.setLong(3, ownership.epoch());
            ownership.requireUpdated(update.executeUpdate());
        }
    }

    private static long firstEpoch(Ownership owner) {
        return owner.epoch() << RUN_BITS;
    }

    /** Fences off the previous writer. Returns false if there are no rows yet. */
    private boolean raiseEpoch(Connection connection, Ownership owner) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("UPDATE gaussferry.progress SET epoch = GREATEST(epoch + 1, ?),"
                        + " commits = commits + (applier = 0) WHERE pipeline = ? AND epoch < ?")) {
            raise.setLong(1, firstEpoch(owner));
            raise.setString(2, pipeline);
            raise.setLong(3, (owner.epoch() + 1) << RUN_BITS);
            if (raise.executeUpdate() > 0) {
                return true;
            }
        }
        if (read(connection).appliers() > 0) {
            // a later owner on the target has already raised the epoch
            owner.requireUpdated(0);
        }
        return false;
    }

    private void deleteRows(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.progress WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
    }

    /**
     * Takes over: waits for a commit in progress, fences off the previous writer, and adds missing rows, one for each
     * applier. Returns empty if reverse replication was never armed. Joins the connection's transaction.
     *
     * @param owner owner of the pipeline on the target
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over since
     */
    public Optional<OwnedProgress> takeOwnership(Connection connection, Ownership owner, int appliers)
            throws SQLException {
        if (!raiseEpoch(connection, owner)) {
            return Optional.empty();
        }
        Rows found = read(connection);
        Ownership ownership = new Ownership(pipeline, found.epoch());
        for (int applier = found.appliers(); applier < appliers; applier++) {
            insert(connection, applier, ownership, found.lowWater(), found.sourceId());
        }
        return Optional.of(new OwnedProgress(
                ownership,
                Progress.ofCaptureSequences(found.lowWater()),
                new SourceIdentity(found.sourceId(), Naming.ORDINAL)));
    }

    private void insert(Connection connection, int applier, Ownership ownership, LowWaterMark lowWater, String sourceId)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.progress VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, UTC_TIMESTAMP(6))")) {
            insert.setString(1, ownership.pipeline());
            insert.setInt(2, applier);
            insert.setLong(3, ownership.epoch());
            insert.setLong(4, lowWater.captureSequence());
            insert.setString(5, lowWater.position().file());
            insert.setLong(6, lowWater.position().offset());
            insert.setString(7, sourceId);
            insert.executeUpdate();
        }
    }

    /** Writes one applier's progress; throws if another daemon has taken over. */
    static void update(Connection connection, Ownership ownership, int applier, Progress progress, int transactions)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
            update.setLong(1, progress.lowWater().captureSequence());
            update.setString(2, progress.lowWater().position().file());
            update.setLong(3, progress.lowWater().position().offset());
            update.setInt(4, transactions);
            update.setString(5, ownership.pipeline());
            update.setInt(6, applier);
            update.setLong(7, ownership.epoch());
            ownership.requireUpdated(update.executeUpdate());
        }
    }
}
