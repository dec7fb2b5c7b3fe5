package io.gaussferry.verify.compare;

/**
 * Content of one range on both sides when it was first read. While changes are replicated, the digests may differ although no row is found
 * to differ.
 *
 * @param rows the number of the source's rows
 * @param sourceDigest the sum of the 64-bit hashes of the source's rows in canonical form
 * @param targetDigest the sum of the 64-bit hashes of the target's rows in canonical form
 */
public record ComparedChunk(long rows, long sourceDigest, long targetDigest) {}
