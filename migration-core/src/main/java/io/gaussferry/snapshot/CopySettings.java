package io.gaussferry.snapshot;

/**
 * How the rows that are there are copied.
 *
 * @param lanes ranges that are copied at the same time, each over a connection to either side: 1 to 32
 * @param rangeBytes about how many bytes of the source's table a range has
 * @param rowsPerSecond rows that all lanes together copy in a second at most; 0 for no limit
 * @param lock whether writers of the source may be held off
 */
public record CopySettings(int lanes, long rangeBytes, long rowsPerSecond, CopyLock lock) {

    private static final int MAXIMUM_LANES = 32;

    public CopySettings {
        if (lanes < 1 || lanes > MAXIMUM_LANES || rangeBytes < 1 || rowsPerSecond < 0) {
            throw new IllegalArgumentException(
                    lanes + " lanes, ranges of " + rangeBytes + " bytes, " + rowsPerSecond + " rows a second");
        }
    }
}
