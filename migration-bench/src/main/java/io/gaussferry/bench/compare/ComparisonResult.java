package io.gaussferry.bench.compare;

import java.util.List;
import java.util.Map;

/**
 * What a comparison has found.
 *
 * @param rows rows of the source that were compared, by table, in the tables' order
 * @param differences how many differences there are
 * @param firstDifferences the first of them
 */
public record ComparisonResult(Map<String, Long> rows, long differences, List<Difference> firstDifferences) {
    /** True if at least one table was compared and no difference was found. Nothing compared is not equal. */
    public boolean equal() {
        return differences == 0 && !rows.isEmpty();
    }

    /** Rows of the source over all tables. */
    public long totalRows() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }
}
