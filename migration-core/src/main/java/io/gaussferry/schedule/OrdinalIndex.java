package io.gaussferry.schedule;

import java.util.ArrayDeque;
import java.util.Deque;

/** Which uncommitted batch of one sequence holds a transaction, found by its ordinal. One thread at a time. */
final class OrdinalIndex {

    private record Entry(long firstOrdinal, long batch) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** Notes that a batch holds a transaction; both numbers never fall. */
    void add(long ordinal, long batch) {
        Entry last = entries.peekLast();
        if (last == null || last.batch() != batch) {
            entries.addLast(new Entry(ordinal, batch));
        }
    }

    /** Forgets the batches up to this one. */
    void committed(long batch) {
        while (!entries.isEmpty() && entries.getFirst().batch() <= batch) {
            entries.removeFirst();
        }
    }

    int size() {
        return entries.size();
    }

    /** Returns the last batch that holds a transaction up to this ordinal; 0 if all such batches are committed. */
    long batchOf(long ordinal) {
        long found = 0;
        for (Entry entry : entries) {
            if (entry.firstOrdinal() > ordinal) {
                break;
            }
            found = entry.batch();
        }
        return found;
    }
}
