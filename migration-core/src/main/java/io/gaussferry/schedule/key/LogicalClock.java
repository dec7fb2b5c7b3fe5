package io.gaussferry.schedule.key;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.LogicalTime;

/**
 * Translates the source's logical clock into capture sequence numbers. The clock restarts in every binlog file, so a transaction can only
 * be independent of others in its own file, and comes after all earlier files. Used by one thread.
 *
 * <p>Stores the last {@link #REMEMBERED} transactions of the file. A transaction that depends on an older one waits for all older ones,
 * which is more than necessary but always sufficient.
 */
public final class LogicalClock {

    /** More than the transactions that can be prepared at the same time on the source, which is limited by its connections. */
    static final int REMEMBERED = 1 << 14;

    private final long[] sequenceNumbers = new long[REMEMBERED];
    private final long[] captureSequences = new long[REMEMBERED];
    private int count;
    private String file = "";
    private long beforeFile;
    private long previous;

    /** Returns the capture sequence number up to which all transactions must be committed before the next one; 0 for none. */
    public long sequenceToWaitFor(SourceTransaction next) {
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

    /** Both sequences increase, with gaps where transactions were executed before. Finds the last number that is not greater. */
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
