package io.gaussferry.schedule.order;

import java.util.ArrayDeque;
import java.util.Deque;

/** Maps capture sequence numbers of one sequence to the uncommitted batches that contain the transactions. Used by one thread at a time. */
final class SequenceIndex {

    private record Entry(long firstSequence, long batch) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** Records that a batch contains a transaction; both numbers never decrease. */
    void add(long captureSequence, long batch) {
        Entry last = entries.peekLast();
        if (last == null || last.batch() != batch) {
            entries.addLast(new Entry(captureSequence, batch));
        }
    }

    /** Removes the batches up to this one. */
    void committed(long batch) {
        while (!entries.isEmpty() && entries.getFirst().batch() <= batch) {
            entries.removeFirst();
        }
    }

    int size() {
        return entries.size();
    }

    /** Returns the last batch with a transaction up to this capture sequence number; 0 if all such batches are committed. */
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
