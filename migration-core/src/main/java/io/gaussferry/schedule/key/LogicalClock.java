package io.gaussferry.schedule.key;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.LogicalTime;

/**
 * Translates the source's logical clock into capture sequence numbers. The clock restarts in every binlog file, so a transaction may only be
 * found independent of others in its own file, and must come after all of the files before. One thread.
 *
 * <p>Remembers the last {@link #REMEMBERED} transactions of the file; one that waits for an older one waits for all older ones,
 * which is more than needed and never less.
 */
public final class LogicalClock {

    /** Transactions that were prepared at the same time on the source are at most as many as it has connections. */
    static final int REMEMBERED = 1 << 14;

    private final long[] sequenceNumbers = new long[REMEMBERED];
    private final long[] captureSequences = new long[REMEMBERED];
    private int count;
    private String file = "";
    private long beforeFile;
    private long previous;

    /** Returns the capture sequence number up to which all transactions must be committed before the next one; 0 for none. */
    public long comesAfter(SourceTransaction next) {
        LogicalTime time = next.logicalTime();
        if (!next.start().file().equals(file) || time.sequenceNumber() == 0) {
            file = next.start().file();
            beforeFile = previous;
            count = 0;
        }
        long after = time.lastCommitted() == 0 ? beforeFile : Math.max(beforeFile, find(time.lastCommitted()));
        previous = next.captureSequence();
        sequenceNumbers[count % REMEMBERED] = time.sequenceNumber();
        captureSequences[count % REMEMBERED] = next.captureSequence();
        count++;
        return after;
    }

    /** Both sequences rise, with gaps where transactions were executed before: searches the last that is not greater. */
    private long find(long lastCommitted) {
        int low = Math.max(0, count - REMEMBERED);
        int high = count;
        long olderThanAll = count > REMEMBERED ? captureSequences[low % REMEMBERED] : beforeFile;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sequenceNumbers[middle % REMEMBERED] <= lastCommitted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean known = low > Math.max(0, count - REMEMBERED);
        return known ? captureSequences[(low - 1) % REMEMBERED] : olderThanAll;
    }
}
