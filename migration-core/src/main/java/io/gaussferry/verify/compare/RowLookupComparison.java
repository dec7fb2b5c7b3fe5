package io.gaussferry.verify.compare;

import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Compares single rows of a table by looking up their keys on both sides. Used by one thread at a time. */
public final class RowLookupComparison {

    private final ComparisonContext sides;
    private final RowLookup lookup;
    private final SuspectRows suspects;

    /** @param table a table with a key */
    public RowLookupComparison(ComparedTable table, ComparisonContext sides, RowFindings findings) {
        this.sides = sides;
        this.lookup = new RowLookup(table, sides);
        this.suspects = new SuspectRows(table, sides, findings);
    }

    /**
     * Compares rows, and verifies those that seem to differ.
     *
     * @param keys the keys of the rows; a row that neither side has is equal
     * @return the number of rows that the source has
     */
    public long compare(List<List<String>> keys) throws SQLException, InterruptedException {
        Map<List<String>, long[]> onSource = lookup.findInSourcePartition(keys);
        Sessions.planForKeys(sides.target());
        TargetRows onTarget = lookup.onTarget(keys);
        sides.target().rollback();
        List<List<String>> seemDifferent = keys.stream()
                .distinct()
                .filter(key -> onTarget.copies(key) > 1 || !Arrays.equals(onSource.get(key), onTarget.hashes(key)))
                .toList();
        if (!seemDifferent.isEmpty()) {
            suspects.decide(seemDifferent);
        }
        return onSource.size();
    }
}
