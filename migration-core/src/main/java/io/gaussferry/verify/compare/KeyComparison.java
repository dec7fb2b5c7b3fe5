package io.gaussferry.verify.compare;

import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Compares single rows of a table, which are looked up by their keys on both sides. One thread at a time. */
public final class KeyComparison {

    private final Sides sides;
    private final RowLookup lookup;
    private final SuspectRows suspects;

    /** @param table one with a key */
    public KeyComparison(ComparedTable table, Sides sides, Consumer<Difference> differences) {
        this.sides = sides;
        this.lookup = new RowLookup(table, sides);
        this.suspects = new SuspectRows(table, sides, differences);
    }

    /**
     * Compares rows, and decides about those that seem to differ.
     *
     * @param keys rows that neither side has are equal
     * @return how many of them the source has
     */
    public long compare(List<List<String>> keys) throws SQLException, InterruptedException {
        Map<List<String>, long[]> onSource = lookup.placedOnSource(keys);
        Map<List<String>, Integer> copies = new HashMap<>();
        Sessions.planForKeys(sides.target());
        Map<List<String>, long[]> onTarget = lookup.onTarget(keys, copies);
        sides.target().rollback();
        List<List<String>> seemDifferent = keys.stream()
                .distinct()
                .filter(key -> copies.getOrDefault(key, 0) > 1 || !Arrays.equals(onSource.get(key), onTarget.get(key)))
                .toList();
        if (!seemDifferent.isEmpty()) {
            suspects.decide(seemDifferent);
        }
        return onSource.size();
    }
}
