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
import java.util.function.Consumer;

/**
 * Decides which of the rows that seemed to differ do. Most seemed to only because they were being changed: they are seen equal,
 * or seen to be written by the replay, within a few looks. What remains is proven ({@link LockedProof}, on the way back {@link VersionProof}); and a row
 * that is changed too often for that is watched for a while longer. One thread at a time.
 */
final class SuspectRows {

    /** Rows that are looked up at once. */
    private static final int LOOKED_AT = 1_000;

    /** Rows that are locked at once: fewer, as the replay may need one of them. */
    private static final int LOCKED = 100;

    private static final int FIRST_LOOKS = 3;
    private static final int LAST_LOOKS = 20;
    private static final int LOCKED_ATTEMPTS = 3;
    private static final Duration PAUSE_BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Sides sides;
    private final RowLookup lookup;
    private final RowProof proof;
    private final DifferenceWriter writer;
    private final Consumer<Difference> differences;

    SuspectRows(ComparedTable table, Sides sides, Consumer<Difference> differences) {
        this.sides = sides;
        this.lookup = new RowLookup(table, sides);
        this.writer = new DifferenceWriter(table, lookup, sides.settings().values());
        this.proof = sides.watch().sourceFollows()
                ? new VersionProof(table, sides, lookup, writer)
                : new LockedProof(table, sides, lookup, writer);
        this.differences = differences;
    }

    /** Looks until all of these rows are decided, and reports those that differ. */
    void decide(List<List<String>> keys) throws SQLException, InterruptedException {
        for (int from = 0; from < keys.size(); from += LOOKED_AT) {
            decideBatch(keys.subList(from, Math.min(from + LOOKED_AT, keys.size())));
        }
    }

    private void decideBatch(List<List<String>> keys) throws SQLException, InterruptedException {
        List<List<String>> persistent = List.copyOf(look(keys, FIRST_LOOKS).keySet());
        for (int from = 0; from < persistent.size(); from += LOCKED) {
            proveOrDivide(persistent.subList(from, Math.min(from + LOCKED, persistent.size())));
        }
    }

    /**
     * What kept differing.
     *
     * @param first how the row was first seen
     * @param columns the columns that kept differing, unless the whole row is missing or extra
     */
    private record Persistent(Observation first, BitSet columns) {}

    private Map<List<String>, Persistent> look(List<List<String>> keys, int times)
            throws SQLException, InterruptedException {
        Map<List<String>, Persistent> persistent = new HashMap<>();
        lookup.observe(keys, sides).forEach((key, observation) -> {
            if (!observation.isEqual()) {
                persistent.put(key, new Persistent(observation, observation.differingColumns()));
            }
        });
        for (int look = 1; look < times && !persistent.isEmpty(); look++) {
            Thread.sleep(PAUSE_BETWEEN_LOOKS.toMillis());
            lookup.observe(List.copyOf(persistent.keySet()), sides).forEach((key, observation) -> {
                Persistent before = persistent.get(key);
                if (before != null
                        && !observation.confirms(
                                before.first(), before.columns(), sides.watch().sourceFollows())) {
                    persistent.remove(key);
                }
            });
        }
        return persistent;
    }

    private void proveOrDivide(List<List<String>> keys) throws SQLException, InterruptedException {
        int attempts = keys.size() == 1 ? LOCKED_ATTEMPTS : 1;
        for (int attempt = 1; attempt <= attempts; attempt++) {
            List<Difference> proven = proof.prove(keys);
            if (proven != null) {
                proven.forEach(differences);
                return;
            }
        }
        if (keys.size() > 1) {
            int half = keys.size() / 2;
            proveOrDivide(keys.subList(0, half));
            proveOrDivide(keys.subList(half, keys.size()));
            return;
        }
        watchLonger(keys);
    }

    private void watchLonger(List<List<String>> keys) throws SQLException, InterruptedException {
        boolean repair = sides.settings().repair();
        for (Map.Entry<List<String>, Persistent> entry : look(keys, LAST_LOOKS).entrySet()) {
            Persistent persistent = entry.getValue();
            differences.accept(writer.write(
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
