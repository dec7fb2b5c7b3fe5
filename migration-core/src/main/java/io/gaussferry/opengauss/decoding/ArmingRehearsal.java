package io.gaussferry.opengauss.decoding;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConcurrentCall;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Rehearses {@link Arming} while writers write: a publication of Gaussferry's own tables, a replication slot, and a row
 * of {@code gaussferry.probe} that has to arrive from the slot. {@link #run} changes no table of the migration. {@link #prove} does the
 * same with a row of each table, so that arming, for which writers wait, has to prove only a few. {@link #remove} removes everything
 * again, also after a daemon was killed: a slot retains the target's log.
 */
public final class ArmingRehearsal {

    private static final Duration PROOF_TIMEOUT = Duration.ofSeconds(5);

    private final OwnershipProof proof;
    private final DecodingSettings settings;
    private final TargetDialect dialect;
    private final LogicalSlot slot;
    private final Publication publication;

    /**
     * @param proof of the pipeline's ownership, in each transaction that writes
     * @param settings of a slot and a publication that only rehearsals use
     */
    public ArmingRehearsal(OwnershipProof proof, DecodingSettings settings, TargetDialect dialect) {
        this.proof = proof;
        this.settings = settings;
        this.dialect = dialect;
        this.slot = new LogicalSlot(settings.slot(), dialect.decoding());
        this.publication = new Publication(settings.publication());
    }

    /** Receives from the slot. */
    private interface Work<T> {
        T receive(ReplicationStream stream) throws SQLException, InterruptedException;
    }

    /**
     * Creates publication and slot, and returns the content of the row that arrived from the slot. The caller removes them.
     *
     * @param connection to the target, without autocommit, in no transaction
     * @throws GaussferryException if the row does not arrive
     */
    public String run(Connection connection, Duration timeout) throws SQLException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        ProbeReader reader =
                new ProbeReader(new DecodedTables(List.of(), Map.of(), settings.conversion(dialect.profile())));
        return withSlot(connection, List.of(), until, stream -> receive(stream, reader, connection, until));
    }

    /**
     * Does the same, and updates one row of each table without changing it. Each has a transaction of its own that locks the row before the
     * progress, as replication does, so that there is no deadlock with it.
     *
     * @param tables as defined in MySQL; those without their replica identity are left out
     * @param rows for the updates
     * @return the tables whose rows arrived from the slot
     * @throws GaussferryException if none arrives
     */
    public ProvenTables prove(Connection connection, List<TableDefinition> tables, KnownRows rows, Duration timeout)
            throws SQLException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        Map<TableId, TargetShape> shapes = TargetShapes.read(
                connection, tables.stream().map(TableDefinition::targetId).toList());
        shapes.keySet().retainAll(new ReplicaIdentities(proof, settings, dialect, tables).present(connection, shapes));
        List<TableDefinition> decoded = tables.stream()
                .filter(table -> shapes.containsKey(table.targetId()))
                .toList();
        ProbeReader reader =
                ProbeReader.ofAll(new DecodedTables(decoded, shapes, settings.conversion(dialect.profile())));
        Set<TableId> seen = withSlot(connection, List.copyOf(shapes.keySet()), until, stream -> {
            // a new slot may send its first transactions without their rows
            receive(stream, reader, connection, until);
            for (TargetShape shape : shapes.values()) {
                touch(connection, shape, rows);
            }
            receive(stream, reader, connection, until);
            return reader.seen();
        });
        Map<TableId, String> proven = new HashMap<>();
        seen.forEach(table ->
                Optional.ofNullable(shapes.get(table)).ifPresent(shape -> proven.put(table, shape.fingerprint())));
        return new ProvenTables(proven);
    }

    private void touch(Connection connection, TargetShape shape, KnownRows rows) throws SQLException {
        try {
            new RowTouch(List.of(shape), rows).update(connection);
            proof.share(connection);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            if (SqlFailure.of(e) != SqlFailure.CONTENTION) {
                throw e;
            }
        }
    }

    private <T> T withSlot(Connection connection, List<TableId> published, long until, Work<T> work)
            throws SQLException, InterruptedException {
        Arming.requireLogicalLog(connection);
        // connects meanwhile, as arming does
        try (ConcurrentCall<Connection> connecting = ConcurrentCall.start(
                "rehearsal-connection",
                () -> ReplicationConnector.open(settings, dialect.decoding(), () -> false),
                ConnectionAborter::abort)) {
            slot.drop(connection);
            proof.hold(connection);
            publication.create(connection, published, left(until));
            connection.commit();
            long created = slot.create(connection, left(until));
            Connection replication = connecting.get();
            try {
                return work.receive(ReplicationStream.start(replication, dialect.decoding(), settings, created));
            } finally {
                ConnectionAborter.abort(replication);
            }
        }
    }

    private static Duration left(long until) {
        return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
    }

    /** Repeats the row until it arrives: a new slot may send its first transactions without their rows. */
    private String receive(ReplicationStream stream, ProbeReader reader, Connection connection, long until)
            throws SQLException, InterruptedException {
        while (System.nanoTime() < until) {
            String token = Probe.token(UUID.randomUUID().toString(), settings.slot());
            write(connection, token);
            reader.expect(token);
            if (reader.await(stream, Math.min(until, System.nanoTime() + PROOF_TIMEOUT.toNanos()))) {
                return token;
            }
        }
        throw new GaussferryException(
                ErrorCode.DECODING_INCOMPLETE,
                ErrorCategory.DATA,
                "The target's logical decoding does not send changed rows: no transaction arrived in time.",
                "check the target's log, and end long-running transactions there",
                null);
    }

    private void write(Connection connection, String token) throws SQLException {
        proof.hold(connection);
        deleteRows(connection);
        Sql.execute(connection, "INSERT INTO gaussferry.probe VALUES (?, ?)", rowNumber(), token);
        connection.commit();
    }

    /** Not 1, the row of all pipelines: a rehearsal waits for no other pipeline. */
    private int rowNumber() {
        return settings.slot().hashCode() | Integer.MIN_VALUE;
    }

    private void deleteRows(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.probe WHERE id = ?", rowNumber());
    }

    /** Removes slot, publication and row, if they exist. */
    public void remove(Connection connection) throws SQLException, InterruptedException {
        connection.rollback();
        slot.drop(connection);
        publication.drop(connection);
        deleteRows(connection);
        connection.commit();
    }
}
