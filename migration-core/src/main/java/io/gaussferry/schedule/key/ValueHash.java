package io.gaussferry.schedule.key;

/** Hashes the values of one column: values that the target treats as equal have equal hashes. Used by one thread. */
@FunctionalInterface
interface ValueHash {

    /** For values that are equal only with equal bytes. */
    ValueHash EXACT = Hashing::ofBytes;

    /** Continues a hash with the value in a range of a row image. */
    long of(long seed, byte[] image, int from, int to);
}
