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
import java.sql.Statement;
import java.util.Optional;

/**
 * The table {@code gaussferry.progress} in MySQL: one row for each applier of a way back, updated in the same transaction as the data, with
 * the fencing token of the daemon that may write it. The token begins with the epoch of the pipeline on the target, so that a daemon that
 * lost the pipeline there cannot take it here. Applied in commit order, so that what MySQL has is the history up to the furthest mark
 * of any row.
 */
public final class MySqlProgress {

    private static final String CREATE_SCHEMA = "CREATE DATABASE IF NOT EXISTS gaussferry";

    private static final String CREATE_TABLE = "CREATE TABLE IF NOT EXISTS gaussferry.progress ("
            + "pipeline varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, applier int NOT NULL, epoch bigint NOT NULL,"
            + " low_water bigint NOT NULL, low_water_file varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,"
            + " low_water_offset bigint NOT NULL, source_id varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,"
            + " transactions bigint NOT NULL, commits bigint NOT NULL, updated_at datetime(6) NOT NULL, PRIMARY KEY (pipeline, applier)) ENGINE = InnoDB";

    private static final String UPDATE =
            "UPDATE gaussferry.progress SET low_water = ?, low_water_file = ?, low_water_offset = ?,"
                    + " transactions = transactions + ?, commits = commits + 1, updated_at = UTC_TIMESTAMP(6) WHERE pipeline = ? AND applier = ? AND epoch = ?";

    /** The epoch on the target counts daemons and runs; behind it there is room to count the runs of reverse replication. */
    private static final int RUNS = 32;

    private static final LowWaterMark NOTHING = new LowWaterMark(0, new BinlogPosition("", 0));

    private final String pipeline;

    /** @param pipeline the pipeline's name: several may share one MySQL server */
    public MySqlProgress(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Creates the table if it is missing. MySQL commits whatever is open. */
    public void createIfMissing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(CREATE_SCHEMA);
            statement.execute(CREATE_TABLE);
        }
    }

    /** What all rows of a pipeline come to. */
    private record Rows(int appliers, long epoch, LowWaterMark lowWater, String sourceId) {}

    private Rows read(Connection connection) throws SQLException {
        int appliers = 0;
        long epoch = 0;
        LowWaterMark lowWater = NOTHING;
        String sourceId = "";
        try (PreparedStatement select = connection.prepareStatement("SELECT epoch, low_water, low_water_file,"
                + " low_water_offset, source_id FROM gaussferry.progress WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    appliers++;
                    epoch = Math.max(epoch, rows.getLong(1));
                    if (rows.getLong(2) > lowWater.captureSequence()
                            || lowWater.position().file().isEmpty()) {
                        lowWater = new LowWaterMark(
                                rows.getLong(2), new BinlogPosition(rows.getString(3), rows.getLong(4)));
                    }
                    sourceId = rows.getString(5);
                }
            }
        }
        return new Rows(appliers, epoch, lowWater, sourceId);
    }

    /** Returns how far MySQL has the history; empty if the way back was never armed. For those who only look. */
    public Optional<LowWaterMark> find(Connection connection) throws SQLException {
        Rows found = read(connection);
        return found.appliers() == 0 ? Optional.empty() : Optional.of(found.lowWater());
    }

    /**
     * Returns how many transactions of MySQL's own these rows have counted since the way back was armed: each is in its binlog, and
     * everything beyond them was written by somebody else.
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
     * Begins, or begins anew: from here on nothing but what comes after a place of the history is missing. Joins the connection's
     * transaction.
     *
     * @param owner who owns the pipeline on the target
     * @param from the place at which both sides are equal
     * @param sourceId whose history it is
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over since
     */
    public void begin(Connection connection, Ownership owner, LowWaterMark from, String sourceId) throws SQLException {
        boolean unused = raise(connection, owner);
        long epoch = Math.max(read(connection).epoch(), first(owner));
        forget(connection);
        insert(connection, 0, new Ownership(pipeline, epoch), from, sourceId);
    }

    private static long first(Ownership owner) {
        return owner.epoch() << RUNS;
    }

    /** Fences off whoever wrote before; returns false if there are no rows yet. */
    private boolean raise(Connection connection, Ownership owner) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("UPDATE gaussferry.progress SET epoch = GREATEST(epoch + 1, ?),"
                        + " commits = commits + (applier = 0) WHERE pipeline = ? AND epoch < ?")) {
            raise.setLong(1, first(owner));
            raise.setString(2, pipeline);
            raise.setLong(3, (owner.epoch() + 1) << RUNS);
            if (raise.executeUpdate() > 0) {
                return true;
            }
        }
        if (read(connection).appliers() > 0) {
            // a later owner on the target has been here
            owner.requireUpdated(0);
        }
        return false;
    }

    private void forget(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.progress WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
    }

    /**
     * Takes over: waits for a commit in progress, fences off whoever wrote before, and makes sure that every applier has a row. Empty if the
     * way back was never armed. Joins the connection's transaction.
     *
     * @param owner who owns the pipeline on the target
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over since
     */
    public Optional<OwnedProgress> takeOwnership(Connection connection, Ownership owner, int appliers)
            throws SQLException {
        if (!raise(connection, owner)) {
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
