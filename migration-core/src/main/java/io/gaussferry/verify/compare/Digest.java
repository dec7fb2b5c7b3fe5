package io.gaussferry.verify.compare;

import java.util.Arrays;

/**
 * Order-independent digest of rows: per bucket the number of rows and the sum of their 64-bit hashes. The hash of the key selects the
 * bucket. Equal buckets hold equal rows, except for collisions with a probability of 2^-64.
 */
public final class Digest {

    /** For a table that is read as one range: two arrays of half a MiB; with 100 million rows a bucket has about 1,500. */
    public static final int MANY_BUCKETS_BITS = 16;

    /** For a range of some ten thousand rows. */
    static final int FEW_BUCKETS_BITS = 10;

    private final int shift;
    private final long[] counts;
    private final long[] sums;
    private long rows;

    /** @param bits the number of buckets is 2 to the power of this; 1 to 16 */
    public Digest(int bits) {
        this.shift = Long.SIZE - bits;
        this.counts = new long[1 << bits];
        this.sums = new long[1 << bits];
    }

    /** Adds a row. */
    public void add(long keyHash, long rowHash) {
        int bucket = bucket(keyHash);
        counts[bucket]++;
        sums[bucket] += rowHash;
        rows++;
    }

    public int bucket(long keyHash) {
        return (int) (keyHash >>> shift);
    }

    int buckets() {
        return counts.length;
    }

    public long rows() {
        return rows;
    }

    long rows(int bucket) {
        return counts[bucket];
    }

    /** Returns the sum of all rows' hashes. */
    long sum() {
        long sum = 0;
        for (long ofBucket : sums) {
            sum += ofBucket;
        }
        return sum;
    }

    boolean differsIn(int bucket, Digest other) {
        return counts[bucket] != other.counts[bucket] || sums[bucket] != other.sums[bucket];
    }

    public boolean isEqualTo(Digest other) {
        return Arrays.equals(counts, other.counts) && Arrays.equals(sums, other.sums);
    }
}
