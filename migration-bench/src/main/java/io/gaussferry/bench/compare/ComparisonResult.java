package io.gaussferry.bench.compare;

import java.util.List;
import java.util.Map;

/**
 * The result of a comparison.
 *
 * @param rows compared rows of the source by table, in the order of the tables
 * @param differences number of differences
 * @param firstDifferences the first differences
 */
public record ComparisonResult(Map<String, Long> rows, long differences, List<Difference> firstDifferences) {
    /** Returns whether at least one table was compared and no difference was found. An empty comparison is not equal. */
    public boolean equal() {
        return differences == 0 && !rows.isEmpty();
    }

    /** Returns the compared rows of the source over all tables. */
    public long totalRows() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }
}
