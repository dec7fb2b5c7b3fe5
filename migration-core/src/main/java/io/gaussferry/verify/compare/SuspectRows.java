package io.gaussferry.verify.compare;

import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which of the suspect rows differ. Most of them were only being changed: within a few readings they are equal, or replay has
 * written them. The remaining rows are proven ({@link LockedProof}, or {@link VersionProof} during reverse replication). A row that
 * changes too often for a proof is observed for longer. Used by one thread at a time.
 */
final class SuspectRows {

    /** Rows per lookup. */
    private static final int ROWS_PER_LOOKUP = 1_000;

    /** Rows locked at once: fewer, because replay may need one of them. */
    private static final int ROWS_LOCKED = 100;

    private static final int FIRST_READINGS = 3;
    private static final int LAST_READINGS = 20;
    private static final int LOCKED_ATTEMPTS = 3;
    private static final Duration PAUSE_BETWEEN_READINGS = Duration.ofMillis(20);

    private final ComparisonContext sides;
    private final RowLookup lookup;
    private final RowProof proof;
    private final DifferenceWriter writer;
    private final RowFindings findings;

    SuspectRows(ComparedTable table, ComparisonContext sides, RowFindings findings) {
        this.sides = sides;
        this.lookup = new RowLookup(table, sides);
        this.writer = new DifferenceWriter(table, lookup, sides.settings().values());
        this.proof = sides.watch().sourceFollows()
                ? new VersionProof(table, sides, lookup, writer)
                : new LockedProof(table, sides, lookup, writer);
        this.findings = findings;
    }

    /** Reads these rows until all are decided, and reports those that differ. */
    void decide(List<List<String>> keys) throws SQLException, InterruptedException {
        for (int from = 0; from < keys.size(); from += ROWS_PER_LOOKUP) {
            decideBatch(keys.subList(from, Math.min(from + ROWS_PER_LOOKUP, keys.size())));
        }
    }

    private void decideBatch(List<List<String>> keys) throws SQLException, InterruptedException {
        List<List<String>> persistent =
                List.copyOf(observe(keys, FIRST_READINGS).keySet());
        for (int from = 0; from < persistent.size(); from += ROWS_LOCKED) {
            proveOrDivide(persistent.subList(from, Math.min(from + ROWS_LOCKED, persistent.size())));
        }
    }

    /**
     * A row that differed in every reading.
     *
     * @param first the first observation
     * @param columns the columns that always differed, unless the whole row is missing or extra
     */
    private record Persistent(Observation first, BitSet columns) {}

    private Map<List<String>, Persistent> observe(List<List<String>> keys, int times)
            throws SQLException, InterruptedException {
        Map<List<String>, Persistent> persistent = new HashMap<>();
        lookup.observe(keys, sides).forEach((key, observation) -> {
            if (!observation.isEqual()) {
                persistent.put(key, new Persistent(observation, observation.differingColumns()));
            } else {
                name(key, observation);
            }
        });
        for (int observe = 1; observe < times && !persistent.isEmpty(); observe++) {
            Thread.sleep(PAUSE_BETWEEN_READINGS.toMillis());
            lookup.observe(List.copyOf(persistent.keySet()), sides).forEach((key, observation) -> {
                Persistent before = persistent.get(key);
                if (before != null
                        && !observation.confirms(
                                before.first(), before.columns(), sides.watch().sourceFollows())) {
                    persistent.remove(key);
                    name(key, observation);
                }
            });
        }
        return persistent;
    }

    /** Reports an equal row if MySQL stores another value than the target has. */
    private void name(List<String> key, Observation observation) {
        if (observation.isEqual() && !observation.storedOtherwise().isEmpty()) {
            findings.storedOtherwise(writer.storedOtherwise(key, observation.storedOtherwise()));
        }
    }

    private void proveOrDivide(List<List<String>> keys) throws SQLException, InterruptedException {
        int attempts = keys.size() == 1 ? LOCKED_ATTEMPTS : 1;
        for (int attempt = 1; attempt <= attempts; attempt++) {
            List<Difference> proven = proof.prove(keys);
            if (proven != null) {
                proven.forEach(findings::differs);
                return;
            }
        }
        if (keys.size() > 1) {
            int half = keys.size() / 2;
            proveOrDivide(keys.subList(0, half));
            proveOrDivide(keys.subList(half, keys.size()));
            return;
        }
        observeLonger(keys);
    }

    private void observeLonger(List<List<String>> keys) throws SQLException, InterruptedException {
        boolean repair = sides.settings().repair();
        for (Map.Entry<List<String>, Persistent> entry :
                observe(keys, LAST_READINGS).entrySet()) {
            Persistent persistent = entry.getValue();
            findings.differs(writer.write(
                    entry.getKey(),
                    persistent.first().kind(),
                    persistent.columns(),
                    Proof.REPEATED,
                    repair ? Repair.NOT_POSSIBLE : Repair.NOT_ASKED,
                    proof.lastObstacle()));
            sides.target().rollback();
        }
    }
}
