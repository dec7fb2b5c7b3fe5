package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Waits for the transaction of a proof, and looks whether its rows come whole and can be taken back. Used by one thread. */
final class ProbeReader implements PgOutputHandler {

    private final DecodedTables tables;
    private final BinaryOutput image = new BinaryOutput(1 << 12);
    private final Set<TableId> seen = new TreeSet<>();
    private String expected = "";
    private boolean inProof;
    private boolean there;
    private long end;

    ProbeReader(DecodedTables tables) {
        this.tables = tables;
    }

    /** From now on waits for another one. */
    void expect(String token) {
        expected = token;
        there = false;
        seen.clear();
    }

    boolean isThere() {
        return there;
    }

    /** Returns the tables whose rows were in it. */
    Set<TableId> seen() {
        return seen;
    }

    /** Returns the place behind it. */
    long end() {
        return end;
    }

    @Override
    public void begin(long commitLsn, long commitMicros) {
        inProof = false;
        if (!there) {
            seen.clear();
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
        if (encoder == null || there) {
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
        // the token before
    }

    @Override
    public void truncate(long relation) {
        // nobody writes meanwhile
    }

    @Override
    public void commit(long endLsn) {
        if (inProof) {
            there = true;
            end = endLsn;
        }
        inProof = false;
    }
}
