package io.gaussferry.schedule.order;

import java.util.ArrayDeque;
import java.util.Deque;

/** Which uncommitted batch of one sequence holds a transaction, found by its capture sequence number. One thread at a time. */
final class SequenceIndex {

    private record Entry(long firstSequence, long batch) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** Notes that a batch holds a transaction; both numbers never fall. */
    void add(long captureSequence, long batch) {
        Entry last = entries.peekLast();
        if (last == null || last.batch() != batch) {
            entries.addLast(new Entry(captureSequence, batch));
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

    /** Returns the last batch that holds a transaction up to this capture sequence number; 0 if all such batches are committed. */
    long batchOf(long captureSequence) {
        long found = 0;
        for (Entry entry : entries) {
            if (entry.firstSequence() > captureSequence) {
                break;
            }
            found = entry.batch();
        }
        return found;
    }
}
