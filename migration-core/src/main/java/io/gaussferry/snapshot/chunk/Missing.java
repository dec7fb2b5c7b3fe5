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
 * @param there ranges whose rows are copied
 * @param cut ranges that are recorded but not copied
 * @param uncut the part after all recorded ranges; empty if there is none
 */
public record Missing(CopyPlan plan, List<Range> there, List<Range> cut, Optional<KeyRange> uncut) {

    /** Determines the state of a table from its recorded ranges. */
    public static Missing of(CopyPlan plan, List<Range> noted) {
        Map<List<String>, Range> byLowerBound = new HashMap<>();
        noted.forEach(range -> byLowerBound.put(range.range().after(), range));
        Optional<KeyRange> uncut = Optional.of(KeyRange.WHOLE);
        while (uncut.isPresent()) {
            Range next = byLowerBound.remove(uncut.get().after());
            if (next == null) {
                break;
            }
            List<String> end = next.range().upTo();
            uncut = end.isEmpty() ? Optional.empty() : Optional.of(new KeyRange(end, List.of()));
        }
        Missing missing = new Missing(
                plan,
                noted.stream().filter(Range::isCopied).toList(),
                noted.stream().filter(range -> !range.isCopied()).toList(),
                uncut);
        boolean canGoOn = missing.isNothing() || plan.exact().isEmpty();
        // an earlier version recorded ranges after they were copied, with gaps between them
        boolean hangsTogether = byLowerBound.isEmpty();
        return canGoOn && hangsTogether ? missing : everything(plan);
    }

    /** Returns the state of a table without usable rows. */
    public static Missing everything(CopyPlan plan) {
        return new Missing(plan, List.of(), List.of(), Optional.of(KeyRange.WHOLE));
    }

    /** Returns whether the table is completely copied. */
    public boolean isNothing() {
        return cut.isEmpty() && uncut.isEmpty();
    }

    /** Returns whether no range of the table is recorded. */
    public boolean isEverything() {
        return there.isEmpty() && cut.isEmpty();
    }
}
