package io.gaussferry.app.http;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The last failures of a replay, and how many there were of each category. Thread-safe. */
public final class RecentErrors {

    private static final int KEPT = 20;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<ErrorCategory, Long> counts = new EnumMap<>(ErrorCategory.class);
    private long retries;

    /**
     * A failure.
     *
     * @param at when it was met
     * @param category what the daemon may do about it
     * @param problem what happened
     * @param remedy what the user can do
     */
    public record Entry(Instant at, ErrorCategory category, String problem, String remedy) {}

    /** Nothing has failed yet. */
    public RecentErrors() {
        for (ErrorCategory category : ErrorCategory.values()) {
            counts.put(category, 0L);
        }
    }

    /**
     * Notes a failure.
     *
     * @param isRetried whether replay starts afresh after it
     */
    public synchronized void add(GaussferryException failure, boolean isRetried) {
        counts.merge(failure.category(), 1L, Long::sum);
        retries += isRetried ? 1 : 0;
        if (entries.size() == KEPT) {
            entries.removeLast();
        }
        entries.addFirst(new Entry(Instant.now(), failure.category(), failure.problem(), failure.remedy()));
    }

    /** Returns the last ones, the newest first. */
    synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns how many there were, by category. */
    synchronized Map<ErrorCategory, Long> counts() {
        return Map.copyOf(counts);
    }

    /** Returns how often replay started afresh. */
    synchronized long retries() {
        return retries;
    }
}
