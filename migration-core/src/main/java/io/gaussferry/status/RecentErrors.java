package io.gaussferry.status;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The most recent failures and the number of failures in each category. Thread-safe. */
public final class RecentErrors {

    private static final int CAPACITY = 20;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<ErrorCategory, Long> counts = new EnumMap<>(ErrorCategory.class);
    private long retries;
    private @Nullable GaussferryException last;

    /**
     * A failure.
     *
     * @param at the time of the failure
     * @param category how the daemon reacts to it
     * @param code the kind of the failure
     * @param problem what happened
     * @param remedy what the user can do
     */
    public record Entry(Instant at, ErrorCategory category, ErrorCode code, String problem, String remedy) {}

    /** Starts without failures. */
    public RecentErrors() {
        for (ErrorCategory category : ErrorCategory.values()) {
            counts.put(category, 0L);
        }
    }

    /**
     * Records a failure; the same object counts once.
     *
     * @param isRetried whether the pipeline restarts after it
     */
    public synchronized void add(GaussferryException failure, boolean isRetried) {
        if (failure == last) {
            return;
        }
        last = failure;
        counts.merge(failure.category(), 1L, Long::sum);
        retries += isRetried ? 1 : 0;
        if (entries.size() == CAPACITY) {
            entries.removeLast();
        }
        entries.addFirst(
                new Entry(Instant.now(), failure.category(), failure.code(), failure.problem(), failure.remedy()));
    }

    /** Returns the most recent failures, newest first. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns the number of failures in each category. */
    public synchronized Map<ErrorCategory, Long> counts() {
        return Map.copyOf(counts);
    }

    /** Returns the number of restarts after a failure. */
    public synchronized long retries() {
        return retries;
    }
}
