package io.gaussferry.snapshot.chunk;

import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.range.KeyRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The copied and the missing parts of a table. A range is recorded when it is determined, before the next one, and starts at the end of
 * the previous one. The recorded ranges are therefore contiguous from the start of the table, and the missing part is known without
 * comparing keys, whose order for strings only the source knows. Does not access a server.
 *
 * @param plan the plan of the table
 * @param copied ranges whose rows are copied
 * @param pending ranges that are recorded but not copied
 * @param remainder the part after all recorded ranges; empty if there is none
 */
public record TableRanges(CopyPlan plan, List<Range> copied, List<Range> pending, Optional<KeyRange> remainder) {

    /** Determines the state of a table from its recorded ranges. */
    public static TableRanges of(CopyPlan plan, List<Range> recorded) {
        Map<List<String>, Range> byLowerBound = new HashMap<>();
        recorded.forEach(range -> byLowerBound.put(range.range().after(), range));
        Optional<KeyRange> remainder = Optional.of(KeyRange.WHOLE);
        while (remainder.isPresent()) {
            Range next = byLowerBound.remove(remainder.get().after());
            if (next == null) {
                break;
            }
            List<String> end = next.range().upTo();
            remainder = end.isEmpty() ? Optional.empty() : Optional.of(new KeyRange(end, List.of()));
        }
        TableRanges ranges = new TableRanges(
                plan,
                recorded.stream().filter(Range::isCopied).toList(),
                recorded.stream().filter(range -> !range.isCopied()).toList(),
                remainder);
        boolean canResume = ranges.isComplete() || plan.exact().isEmpty();
        // an earlier version recorded ranges after they were copied, with gaps between them
        boolean isContiguous = byLowerBound.isEmpty();
        return canResume && isContiguous ? ranges : untouched(plan);
    }

    /** Returns the state of a table without usable rows. */
    public static TableRanges untouched(CopyPlan plan) {
        return new TableRanges(plan, List.of(), List.of(), Optional.of(KeyRange.WHOLE));
    }

    /** Returns whether the table is completely copied. */
    public boolean isComplete() {
        return pending.isEmpty() && remainder.isEmpty();
    }

    /** Returns whether no range of the table is recorded. */
    public boolean isUntouched() {
        return copied.isEmpty() && pending.isEmpty();
    }
}
