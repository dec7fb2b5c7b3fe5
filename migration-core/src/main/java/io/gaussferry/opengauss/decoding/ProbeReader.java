package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the transaction of a proof, and checks that its rows arrive completely and can be converted. Not
 * thread-safe.
 */
final class ProbeReader implements PgOutputHandler {

    private final DecodedTables tables;
    private final PgOutputReader messages = new PgOutputReader(this);
    private final BinaryOutput image = new BinaryOutput(1 << 12);
    private final Set<TableId> seen = new TreeSet<>();
    private final boolean keepsSeen;
    private String expected = "";
    private boolean inProof;
    private boolean received;
    private long end;

    ProbeReader(DecodedTables tables) {
        this(tables, false);
    }

    private ProbeReader(DecodedTables tables, boolean keepsSeen) {
        this.tables = tables;
        this.keepsSeen = keepsSeen;
    }

    /** Creates a reader that regards the rows of all transactions, not only of those with an expected token. */
    static ProbeReader ofAll(DecodedTables tables) {
        return new ProbeReader(tables, true);
    }

    /** Starts waiting for a token. */
    void expect(String token) {
        expected = token;
        received = false;
        forget();
    }

    private void forget() {
        if (!keepsSeen) {
            seen.clear();
        }
    }

    /** Reads the stream until the transaction with the expected token has arrived; returns whether it has before the time. */
    boolean await(ReplicationStream stream, long until) throws SQLException, InterruptedException {
        while (!received && System.nanoTime() < until) {
            byte[] message = stream.next(true);
            if (message != null) {
                messages.read(message, ReplicationStream.dataOffset(), message.length);
                stream.markParsed();
            }
            if (stream.isReplyRequested()) {
                stream.confirm(0, 0, false);
            }
        }
        return received;
    }

    /** Returns the tables whose unchanged rows were in the transaction, or in all of them. */
    Set<TableId> seen() {
        return seen;
    }

    /** Returns the position after the transaction. */
    long end() {
        return end;
    }

    @Override
    public void begin(long commitLsn, long commitMicros) {
        inProof = false;
        if (!received) {
            forget();
        }
    }

    @Override
    public void relation(Relation relation) {
        tables.announce(relation);
    }

    @Override
    public void insert(long relation, TargetTuple after) {
        boolean ofProof = tables.get(relation).id().equals(DecodedTables.PROBE);
        if (ofProof) {
            inProof |= Probe.token(after).equals(expected);
        }
    }

    @Override
    public void update(long relation, @Nullable TargetTuple before, TargetTuple after) {
        DecodedTables.Decoded table = tables.get(relation);
        RowImageEncoder encoder = table.encoder();
        if (encoder == null || received) {
            return;
        }
        image.truncate(0);
        if (encoder.version().isKeyOnlyBefore()) {
            encoder.encode(after, after, image);
            seen.add(table.id());
            return;
        }
        if (before == null) {
            return;
        }
        encoder.encode(before, before, image);
        byte[] was = image.toByteArray();
        image.truncate(0);
        encoder.encode(after, before, image);
        if (Arrays.equals(was, image.toByteArray())) {
            seen.add(table.id());
        }
    }

    @Override
    public void delete(long relation, TargetTuple before) {
        // the previous token
    }

    @Override
    public void truncate(long relation) {
        // no session writes meanwhile
    }

    @Override
    public void commit(long endLsn) {
        if (inProof) {
            received = true;
            end = endLsn;
        }
        inProof = false;
    }
}
