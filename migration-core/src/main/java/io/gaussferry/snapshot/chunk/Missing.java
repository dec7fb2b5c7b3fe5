package io.gaussferry.snapshot.chunk;

import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.range.KeyRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What of a table is there, and what is missing. A range is noted when it is cut, before the next one is, and begins where the one
 * before it ended: so what is noted hangs together from the table's beginning, and what is missing is known without an order of
 * keys, which for text is the source's alone. Pure: asks no server.
 *
 * @param plan how the table is copied
 * @param there the ranges whose rows are there
 * @param cut the ranges that were cut and whose rows are not there
 * @param uncut what comes after all of them; empty if nothing does
 */
public record Missing(CopyPlan plan, List<Range> there, List<Range> cut, Optional<KeyRange> uncut) {

    /** Judges what is noted of a table. */
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
        // an earlier version noted ranges when they were copied, with gaps between them
        boolean hangsTogether = byLowerBound.isEmpty();
        return canGoOn && hangsTogether ? missing : everything(plan);
    }

    /** Returns the state of a table of which nothing is there, or nothing that can be used. */
    public static Missing everything(CopyPlan plan) {
        return new Missing(plan, List.of(), List.of(), Optional.of(KeyRange.WHOLE));
    }

    /** Returns whether the table is whole. */
    public boolean isNothing() {
        return cut.isEmpty() && uncut.isEmpty();
    }

    /** Returns whether the table begins with nothing. */
    public boolean isEverything() {
        return there.isEmpty() && cut.isEmpty();
    }
}
