package io.gaussferry.schedule;

/**
 * How large a batch may become before no more transactions are added to it. A single transaction may be larger.
 *
 * @param changes row changes
 * @param bytes bytes of heap
 * @param bytesInLanes bytes of heap that all uncommitted batches together may hold; one alone may hold more. Values take
 *     several times their size on their way through a lane, so this is what bounds the heap
 */
public record BatchLimits(int changes, long bytes, long bytesInLanes) {

    public BatchLimits {
        if (changes < 1 || bytes < 1 || bytesInLanes < bytes) {
            throw new IllegalArgumentException(
                    "a batch has room for at least one change and one byte, and the lanes for a batch");
        }
    }
}
