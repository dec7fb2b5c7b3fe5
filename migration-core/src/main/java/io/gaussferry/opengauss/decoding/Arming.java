package io.gaussferry.opengauss.decoding;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConcurrentCall;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Arms reverse replication: prepares the target so that later changes there can be replicated to MySQL, and proves it.
 * The proof updates a row of each table without changing it, and expects the row in the slot's stream. No session may
 * write to the tables meanwhile.
 */
public final class Arming {

    /** Timeout of one proof, after which another one starts. */
    private static final Duration PROOF_TIMEOUT = Duration.ofSeconds(10);

    private final DecodingSettings settings;
    private final TargetDialect dialect;
    private final List<TableDefinition> tables;
    private final LogicalSlot slot;
    private final LogicalSlot prefetchSlot;
    private final Publication publication;
    private final OwnershipProof proof;

    /**
     * @param proof of the pipeline's ownership, in each transaction that writes; also required before a slot is dropped
     * @param settings connection and objects for reading the changes later
     * @param dialect the target's
     * @param tables tables for reverse replication, as defined in MySQL; {@code ReverseMapping} has no findings for
     *     them
     */
    public Arming(
            OwnershipProof proof, DecodingSettings settings, TargetDialect dialect, List<TableDefinition> tables) {
        this.proof = proof;
        this.settings = settings;
        this.dialect = dialect;
        this.tables = List.copyOf(tables);
        this.slot = new LogicalSlot(settings.slot(), dialect.decoding());
        this.prefetchSlot = new LogicalSlot(settings.prefetchSlot(), dialect.decoding());
        this.publication = new Publication(settings.publication());
    }

    /**
     * The result of arming.
     *
     * @param lsn start position in the target's log: all later changes are sent
     * @param fingerprints fingerprints of the table definitions, by their names on the target: see {@link
     *     TargetShape#fingerprint}
     */
    public record Armed(long lsn, Map<TableId, String> fingerprints) {

        public Armed {
            fingerprints = Map.copyOf(fingerprints);
        }
    }

    /** Arms as the other method does, with a proof for each table. */
    public Armed arm(Connection connection, KnownRows rows, Duration timeout)
            throws SQLException, InterruptedException {
        return arm(connection, rows, ProvenTables.NONE, timeout);
    }

    /**
     * Creates the publication and the slot, replacing existing ones with these names, and proves that they work. May be
     * called again after any failure.
     *
     * @param connection to the target, without autocommit, in no transaction
     * @param rows for the proof
     * @param proven the tables that need no proof if they have not changed since
     * @param timeout timeout in total
     * @throws GaussferryException if the proof fails; the message lists the affected tables
     */
    public Armed arm(Connection connection, KnownRows rows, ProvenTables proven, Duration timeout)
            throws SQLException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        requireLogicalLog(connection);
        Map<TableId, TargetShape> shapes;
        long start;
        // connects while the publication and the slot are created
        try (ConcurrentCall<Connection> replication = ConcurrentCall.start(
                "arming-connection",
                () -> ReplicationConnector.open(settings, dialect.decoding(), () -> false),
                ConnectionAborter::abort)) {
            dropSlots(connection);
            // the proof or the first run detects later alterations
            shapes = TargetShapes.read(connection, names());
            new ReplicaIdentities(proof, settings, dialect, tables).set(connection, shapes, until);
            publish(connection, remaining(until));
            long created = slot.create(connection, remaining(until));
            RowTouch touch = new RowTouch(proven.remaining(shapes.values()), rows);
            start = prove(connection, replication.get(), touch, shapes, created, until);
        }
        Map<TableId, String> fingerprints = new TreeMap<>();
        shapes.forEach((table, shape) -> fingerprints.put(table, shape.fingerprint()));
        fingerprints.put(PublicationMembers.STORED_AS, new PublicationMembers(settings.publication()).read(connection));
        connection.commit();
        return new Armed(start, fingerprints);
    }

    private void publish(Connection connection, Duration timeout) throws SQLException {
        try {
            proof.hold(connection);
            publication.create(connection, names(), timeout);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            if (!LogicalSlot.CANCELLED.equals(e.getSQLState())) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCode.TABLE_LOCKED,
                    "The publication could not be created within " + timeout.toSeconds()
                            + " s: a transaction on the target has locked one of the tables.",
                    "end long-running transactions on the target (pg_stat_activity), and retry",
                    e);
        }
    }

    /** Drops the publication and the slots, if they exist, so that the target no longer retains its log for them. */
    public void disarm(Connection connection) throws SQLException, InterruptedException {
        dropSlots(connection);
        proof.hold(connection);
        publication.drop(connection);
        connection.commit();
    }

    /** Drops the slots. Slots are not transactional: ownership is verified before the first one is dropped. */
    private void dropSlots(Connection connection) throws SQLException, InterruptedException {
        proof.hold(connection);
        connection.commit();
        prefetchSlot.drop(connection);
        slot.drop(connection);
    }

    private List<TableId> names() {
        return tables.stream().map(TableDefinition::targetId).toList();
    }

    static void requireLogicalLog(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW wal_level")) {
            row.next();
            String level = row.getString(1);
            if (!level.equals("logical")) {
                throw new GaussferryException(
                        ErrorCode.TARGET_SETTING_WRONG,
                        "The target's wal_level is " + level + ": its log does not contain row changes.",
                        "set wal_level = logical on the target and restart it, before the cutover",
                        null);
            }
        }
        connection.commit();
    }

    /** Repeats the proof until it succeeds: a new slot may send its first transactions without their rows. */
    private long prove(
            Connection connection,
            Connection replication,
            RowTouch rows,
            Map<TableId, TargetShape> shapes,
            long created,
            long until)
            throws SQLException, InterruptedException {
        try {
            ReplicationStream stream = ReplicationStream.start(replication, dialect.decoding(), settings, created);
            ProbeReader reader =
                    new ProbeReader(new DecodedTables(tables, shapes, settings.conversion(dialect.profile())));
            Set<TableId> missing = new TreeSet<>();
            while (System.nanoTime() < until) {
                String token = Probe.token(UUID.randomUUID().toString(), settings.slot());
                Set<TableId> touched = touch(connection, rows, token);
                missing = await(stream, reader, token, touched, Math.min(until, deadline(PROOF_TIMEOUT)));
                if (missing.isEmpty()) {
                    stream.confirm(reader.end(), reader.end(), false);
                    return reader.end();
                }
            }
            throw new GaussferryException(
                    ErrorCode.DECODING_INCOMPLETE,
                    "The target's logical decoding does not send changed rows: "
                            + (missing.isEmpty()
                                    ? "no transaction arrived in time"
                                    : "rows are missing from "
                                            + missing.stream()
                                                    .map(TableId::toString)
                                                    .collect(Collectors.joining(", ")))
                            + ".",
                    "check the target's log, end long-running transactions there, and retry; tables without"
                            + " logging (UNLOGGED, column store, MOT) are not decoded",
                    null);
        } finally {
            ConnectionAborter.abort(replication);
        }
    }

    /**
     * Waits for the transaction with the token. Returns the tables whose rows were not in it, or all of them if it did
     * not arrive.
     */
    private static Set<TableId> await(
            ReplicationStream stream, ProbeReader reader, String token, Set<TableId> touched, long until)
            throws SQLException, InterruptedException {
        Set<TableId> missing = new TreeSet<>(touched);
        missing.add(DecodedTables.PROBE);
        reader.expect(token);
        if (reader.await(stream, until)) {
            missing.removeAll(reader.seen());
            missing.remove(DecodedTables.PROBE);
        }
        return missing;
    }

    /**
     * Updates one row of each non-empty table without changing it, in one transaction after the token. Returns those
     * tables.
     */
    private Set<TableId> touch(Connection connection, RowTouch rows, String token) throws SQLException {
        Set<TableId> touched;
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM gaussferry.probe");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO gaussferry.probe VALUES (1, ?)")) {
            proof.hold(connection);
            delete.executeUpdate();
            insert.setString(1, token);
            insert.executeUpdate();
            touched = rows.update(connection);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
        return touched;
    }

    private static long deadline(Duration timeout) {
        return System.nanoTime() + timeout.toNanos();
    }

    private static Duration remaining(long until) {
        return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
    }
}
