package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import java.util.EnumMap;
import java.util.Map;

/** Counts the definition changes that this process has handled, by result. Thread-safe. */
public final class DefinitionCounts {

    private final Map<Result, Long> counts = new EnumMap<>(Result.class);

    /** Counts one definition change. */
    public synchronized void add(Result result) {
        counts.merge(result, 1L, Long::sum);
    }

    /** Returns the counts of all results, including those that did not occur. */
    public synchronized Map<Result, Long> all() {
        Map<Result, Long> all = new EnumMap<>(counts);
        for (Result result : Result.values()) {
            all.putIfAbsent(result, 0L);
        }
        return all;
    }
}
