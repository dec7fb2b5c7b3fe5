package io.gaussferry.checkpoint;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
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
 * The table {@code gaussferry.progress} on the target: one row per lane, updated in the same transaction as the data. The
 * union of a pipeline's rows is what the target has of the source's transactions.
 *
 * <p>Each row carries the epoch of the daemon that may write it. Whoever takes over raises the epoch, and a commit of the one
 * before then finds no row to update, and fails.
 */
public final class ProgressStore {

    private static final String CREATE_SCHEMA = "CREATE SCHEMA gaussferry";

    private static final String CREATE_TABLE = "CREATE TABLE gaussferry.progress (pipeline text NOT NULL,"
            + " lane integer NOT NULL, epoch bigint NOT NULL, gtid_set text NOT NULL, low_water bigint NOT NULL,"
            + " low_water_file text NOT NULL, low_water_offset bigint NOT NULL, low_water_created bigint NOT NULL,"
            + " source_uuid text NOT NULL, source_naming text NOT NULL, transactions bigint NOT NULL,"
            + " updated_at timestamp(6) with time zone NOT NULL, PRIMARY KEY (pipeline, lane))"
            // room for updates in place: every commit updates its lane's row
            + " WITH (fillfactor = 10)";

    private static final String TABLE_EXISTS =
            "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = 'progress'";

    /** The text comes as a parameter so that it cannot be taken for SQL; {@code updated_at} is the target's clock. */
    public static final String UPDATE = "UPDATE gaussferry.progress SET gtid_set = ?, low_water = ?,"
            + " low_water_file = ?, low_water_offset = ?, low_water_created = ?, transactions = transactions + ?,"
            + " updated_at = clock_timestamp() WHERE pipeline = ? AND lane = ? AND epoch = ?";

    private static final SourceIdentity NOBODY = new SourceIdentity("", Naming.GTID);
    private static final LowWaterMark NOTHING = new LowWaterMark(0, new BinlogPosition("", 0));

    private final String pipeline;

    /** @param pipeline the pipeline's name: several may share one target */
    public ProgressStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A daemon's right to write progress.
     *
     * @param pipeline whose progress
     * @param epoch rises with every daemon that takes over
     */
    public record Lease(String pipeline, long epoch) {}

    /**
     * What a daemon finds when it takes over.
     *
     * @param lease its right to go on
     * @param progress what the target has of the source's history
     * @param source whose history that is
     */
    public record Takeover(Lease lease, Progress progress, SourceIdentity source) {}

    /**
     * What somebody finds who only looks.
     *
     * @param progress what the target has of the source's history
     * @param source whose history that is
     */
    public record Found(Progress progress, SourceIdentity source) {}

    /** Creates the table if it is missing. Joins the connection's transaction. */
    public void createIfMissing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!exists(statement, "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'gaussferry'")) {
                statement.execute(CREATE_SCHEMA);
            }
            if (!exists(statement, TABLE_EXISTS)) {
                statement.execute(CREATE_TABLE);
            }
        }
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    /**
     * Returns what the target has of the source's transactions, without taking over; empty if the pipeline has no progress
     * yet. For those who only look.
     */
    public Optional<Found> find(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!exists(statement, TABLE_EXISTS)) {
                return Optional.empty();
            }
        }
        Rows found = read(connection);
        return found.lanes() == 0 ? Optional.empty() : Optional.of(new Found(found.progress(), found.source()));
    }

    /** What all rows of a pipeline come to. */
    private record Rows(int lanes, long epoch, Progress progress, SourceIdentity source) {}

    private Rows read(Connection connection) throws SQLException {
        GtidSet executed = new GtidSet();
        LowWaterMark lowWater = NOTHING;
        SourceIdentity source = NOBODY;
        long epoch = 0;
        int lanes = 0;
        try (PreparedStatement read = connection.prepareStatement("SELECT epoch, gtid_set, low_water, low_water_file,"
                + " low_water_offset, low_water_created, source_uuid, source_naming FROM gaussferry.progress"
                + " WHERE pipeline = ?")) {
            read.setString(1, pipeline);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    Progress ofLane = progress(rows);
                    executed.addAll(ofLane.executedSet());
                    lowWater = later(lowWater, ofLane.lowWater());
                    source = new SourceIdentity(
                            rows.getString("source_uuid"), Naming.valueOf(rows.getString("source_naming")));
                    epoch = Math.max(epoch, rows.getLong("epoch"));
                    lanes++;
                }
            }
        }
        return new Rows(lanes, epoch, new Progress(executed.toString(), lowWater), source);
    }

    /**
     * What the target has, as one statement sees it.
     *
     * @param executed the source's transactions that it has
     * @param transactions how many the lanes have counted in their commits since the initial copy
     */
    public record Counted(GtidSet executed, long transactions) {}

    /** Returns what the target has, and how many transactions were counted, as of one moment. For those who only look. */
    public Counted count(Connection connection) throws SQLException {
        GtidSet executed = new GtidSet();
        long transactions = 0;
        try (PreparedStatement read = connection.prepareStatement(
                "SELECT gtid_set, transactions FROM gaussferry.progress WHERE pipeline = ?")) {
            read.setString(1, pipeline);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    executed.addAll(GtidSet.parse(rows.getString(1)));
                    transactions += rows.getLong(2);
                }
            }
        }
        return new Counted(executed, transactions);
    }

    /**
     * Takes over the pipeline: waits for a commit in progress, fences off whoever wrote before, and makes sure that every
     * lane has a row. Empty if the pipeline has no progress yet, that is, before its initial copy is complete.
     *
     * @param lanes how many lanes will write; rows of more lanes than that stay and count
     */
    public Optional<Takeover> takeOver(Connection connection, int lanes) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ?")) {
            raise.setString(1, pipeline);
            return raise.executeUpdate() == 0 ? Optional.empty() : Optional.of(taken(connection, lanes));
        }
    }

    /**
     * Takes over again after a failure, unless another daemon has done so in the meantime: that one would be thrown out by one
     * that was believed dead.
     *
     * @param held the right that this daemon had
     * @throws GaussferryException if it has it no longer
     */
    public Takeover renew(Connection connection, int lanes, Lease held) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ? AND epoch = ?")) {
            raise.setString(1, pipeline);
            raise.setLong(2, held.epoch());
            if (raise.executeUpdate() == 0) {
                throw fenced(held);
            }
        }
        return taken(connection, lanes);
    }

    private Takeover taken(Connection connection, int lanes) throws SQLException {
        Rows found = read(connection);
        Lease lease = new Lease(pipeline, found.epoch());
        insertLanes(connection, lease, found.lanes(), lanes, new Progress("", NOTHING), found.source());
        return new Takeover(lease, found.progress(), found.source());
    }

    private static Progress progress(ResultSet row) throws SQLException {
        return new Progress(
                row.getString("gtid_set"),
                new LowWaterMark(
                        row.getLong("low_water"),
                        new BinlogPosition(
                                row.getString("low_water_file"),
                                row.getLong("low_water_offset"),
                                row.getLong("low_water_created"))));
    }

    /** Every lane wrote the mark that it knew: the furthest is true, the others are older. */
    private static LowWaterMark later(LowWaterMark one, LowWaterMark other) {
        boolean further = other.ordinal() > one.ordinal()
                || (other.ordinal() == one.ordinal() && one.position().file().isEmpty());
        return further ? other : one;
    }

    /**
     * Writes the first progress of a pipeline; to be committed when all rows are copied.
     *
     * @param lease the right that the copy was made by
     * @param progress what the copy has of the source's history
     * @param source whose history that is
     */
    public Takeover begin(Connection connection, Lease lease, int lanes, Progress progress, SourceIdentity source)
            throws SQLException {
        insertLanes(connection, lease, 0, lanes, progress, source);
        return new Takeover(lease, progress, source);
    }

    /**
     * Notes that the history is read from another server from now on, which has the same transactions by the same GTIDs. The
     * place of the low-water mark is forgotten: it meant one in the former server's binlog. Joins the connection's transaction.
     */
    public Takeover sourceChanged(Connection connection, Takeover takeover, SourceIdentity source) throws SQLException {
        LowWaterMark lowWater = new LowWaterMark(takeover.progress().lowWater().ordinal(), NOTHING.position());
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET source_uuid = ?,"
                        + " low_water_file = '', low_water_offset = 0, low_water_created = 0 WHERE pipeline = ? AND epoch = ?")) {
            update.setString(1, source.serverUuid());
            update.setString(2, pipeline);
            update.setLong(3, takeover.lease().epoch());
            if (update.executeUpdate() == 0) {
                throw fenced(takeover.lease());
            }
        }
        return new Takeover(takeover.lease(), new Progress(takeover.progress().executed(), lowWater), source);
    }

    /**
     * Counts a transaction as executed that was not. Joins the connection's transaction.
     *
     * @param takeover by whoever does it, so that a running daemon does not write over it
     */
    public void addExecuted(Connection connection, Takeover takeover, GtidSet transaction) throws SQLException {
        GtidSet executed = takeover.progress().executedSet();
        executed.addAll(transaction);
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET gtid_set = ?, transactions = transactions + 1,"
                        + " updated_at = clock_timestamp() WHERE pipeline = ? AND lane = 0 AND epoch = ?")) {
            update.setString(1, executed.toString());
            update.setString(2, pipeline);
            update.setLong(3, takeover.lease().epoch());
            requireLease(update.executeUpdate(), takeover.lease());
        }
    }

    private static void insertLanes(
            Connection connection, Lease lease, int from, int to, Progress progress, SourceIdentity source)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.progress VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, clock_timestamp())")) {
            for (int lane = from; lane < to; lane++) {
                insert.setString(1, lease.pipeline());
                insert.setInt(2, lane);
                insert.setLong(3, lease.epoch());
                insert.setString(4, progress.executed());
                insert.setLong(5, progress.lowWater().ordinal());
                insert.setString(6, progress.lowWater().position().file());
                insert.setLong(7, progress.lowWater().position().offset());
                insert.setLong(8, progress.lowWater().position().created());
                insert.setString(9, source.serverUuid());
                insert.setString(10, source.naming().name());
                insert.executeUpdate();
            }
        }
    }

    /**
     * Sets all parameters of {@link #UPDATE}.
     *
     * @param progress what the target has once the commit is done
     * @param transactions how many source transactions are committed with it
     */
    public static void setUpdate(PreparedStatement update, Lease lease, int lane, Progress progress, long transactions)
            throws SQLException {
        update.setString(1, progress.executed());
        update.setLong(2, progress.lowWater().ordinal());
        update.setString(3, progress.lowWater().position().file());
        update.setLong(4, progress.lowWater().position().offset());
        update.setLong(5, progress.lowWater().position().created());
        update.setLong(6, transactions);
        update.setString(7, lease.pipeline());
        update.setInt(8, lane);
        update.setLong(9, lease.epoch());
    }

    private static GaussferryException fenced(Lease lease) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "Another daemon has taken over pipeline \"" + lease.pipeline() + "\" (this one held epoch "
                        + lease.epoch() + "). Nothing of the last batch was committed.",
                "run one daemon per pipeline; give each its own gaussferry.pipeline if they are different migrations",
                null);
    }

    /**
     * Throws if another daemon has taken over. For a failure that may come from that one's work.
     *
     * @throws GaussferryException if the lease is not in force
     */
    public static void requireLease(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement read =
                connection.prepareStatement("SELECT 1 FROM gaussferry.progress WHERE pipeline = ? AND epoch = ?")) {
            read.setString(1, lease.pipeline());
            read.setLong(2, lease.epoch());
            try (ResultSet rows = read.executeQuery()) {
                if (!rows.next()) {
                    throw fenced(lease);
                }
            }
        }
    }

    /**
     * Does the same as {@link #requireLease(Connection, Lease)}, and keeps others from taking over until the connection's
     * transaction ends.
     */
    public static void hold(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE gaussferry.progress SET epoch = epoch WHERE pipeline = ? AND epoch = ?")) {
            update.setString(1, lease.pipeline());
            update.setLong(2, lease.epoch());
            if (update.executeUpdate() == 0) {
                throw fenced(lease);
            }
        }
    }

    /**
     * Forgets the pipeline's progress. Joins the connection's transaction.
     *
     * @return the epoch of whoever had the right to write; 0 where there was none
     */
    public long forget(Connection connection) throws SQLException {
        long epoch = takeOver(connection, 0).map(taken -> taken.lease().epoch()).orElse(0L);
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.progress WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
        return epoch;
    }

    /** Checks how many progress rows a commit has updated: it must be one. */
    public static void requireLease(int updatedRows, Lease lease) {
        if (updatedRows != 1) {
            throw fenced(lease);
        }
    }
}
