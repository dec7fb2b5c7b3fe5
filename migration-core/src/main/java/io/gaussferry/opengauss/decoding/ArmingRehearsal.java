package io.gaussferry.opengauss.decoding;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.ConcurrentCall;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Rehearses {@link Arming} while writers write: a publication of Gaussferry's own tables, a replication slot, and a row
 * of {@code gaussferry.probe} that has to arrive from the slot. Changes no table of the migration. {@link #remove}
 * removes everything again, also after a daemon was killed: a slot retains the target's log.
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

    /**
     * Creates publication and slot, and returns the content of the row that arrived from the slot. The caller removes them.
     *
     * @param connection to the target, without autocommit, in no transaction
     * @throws GaussferryException if the row does not arrive
     */
    public String run(Connection connection, Duration timeout) throws SQLException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        Arming.requireLogicalLog(connection);
        // connects meanwhile, as arming does
        try (ConcurrentCall<Connection> connecting = ConcurrentCall.start(
                "rehearsal-connection",
                () -> ReplicationConnector.open(settings, dialect.decoding(), () -> false),
                ConnectionAborter::abort)) {
            slot.drop(connection);
            proof.hold(connection);
            publication.create(connection, List.of(), timeout);
            connection.commit();
            long created = slot.create(connection, Duration.ofNanos(Math.max(0, until - System.nanoTime())));
            Connection replication = connecting.get();
            try {
                ReplicationStream stream = ReplicationStream.start(replication, dialect.decoding(), settings, created);
                return receive(stream, connection, until);
            } finally {
                ConnectionAborter.abort(replication);
            }
        }
    }

    /** Repeats the row until it arrives: a new slot may send its first transactions without their rows. */
    private String receive(ReplicationStream stream, Connection connection, long until)
            throws SQLException, InterruptedException {
        ProbeReader reader =
                new ProbeReader(new DecodedTables(List.of(), Map.of(), settings.conversion(dialect.profile())));
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
