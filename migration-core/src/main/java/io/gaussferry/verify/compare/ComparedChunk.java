package io.gaussferry.verify.compare;

/**
 * What both sides had in one range of a table when they were read for the first time. While changes flow, the two may differ although no
 * row is found to.
 *
 * @param rows the source's rows
 * @param sourceDigest the sum of the 64-bit hashes of the source's rows, in the form in which they are compared
 * @param targetDigest the same of the target's rows
 */
public record ComparedChunk(long rows, long sourceDigest, long targetDigest) {}
