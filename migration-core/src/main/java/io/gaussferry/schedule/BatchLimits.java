package io.gaussferry.schedule;

/**
 * How large a batch may become before no more transactions are added to it. A single transaction may be larger.
 *
 * @param changes row changes
 * @param bytes bytes of heap
 */
public record BatchLimits(int changes, long bytes) {

    public BatchLimits {
        if (changes < 1 || bytes < 1) {
            throw new IllegalArgumentException("a batch has room for at least one change and one byte");
        }
    }
}
