package io.gaussferry.schedule.order;

/**
 * How large a batch may become before no more transactions are added to it. A single transaction may be larger.
 *
 * @param changes row changes
 * @param bytes bytes of heap
 * @param bytesInAppliers bytes of heap that all uncommitted batches together may hold; one alone may hold more. Values take
 *     several times their size on their way through an applier, so this is what bounds the heap
 */
public record BatchLimits(int changes, long bytes, long bytesInAppliers) {

    public BatchLimits {
        if (changes < 1 || bytes < 1 || bytesInAppliers < bytes) {
            throw new IllegalArgumentException(
                    "a batch has room for at least one change and one byte, and the appliers for a batch");
        }
    }
}
