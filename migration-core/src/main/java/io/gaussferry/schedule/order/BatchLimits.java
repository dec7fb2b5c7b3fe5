package io.gaussferry.schedule.order;

/**
 * Limits of a batch. A single transaction may exceed them.
 *
 * @param changes row changes
 * @param bytes bytes of heap
 * @param bytesInAppliers bytes of heap of all uncommitted batches together; a single batch may exceed it. Values take several times their
 *     size on their way through an applier, so this limit bounds the heap
 */
public record BatchLimits(int changes, long bytes, long bytesInAppliers) {

    public BatchLimits {
        if (changes < 1 || bytes < 1 || bytesInAppliers < bytes) {
            throw new IllegalArgumentException(
                    "limits must allow at least one change and one byte per batch, and one batch in the appliers");
        }
    }
}
