package io.gaussferry.assess.probe;

import java.time.Duration;

/**
 * The bounds of a probe.
 *
 * @param duration its approximate duration; zero for no probe
 * @param rowsPerTable the largest number of rows that one worker copies of a table
 * @param bytesPerTable the largest number of bytes of them
 */
public record ProbeLimits(Duration duration, long rowsPerTable, long bytesPerTable) {

    private static final long ROWS_PER_TABLE = 1_000_000;
    private static final long BYTES_PER_TABLE = 128L << 20;

    public ProbeLimits {
        if (duration.isNegative() || rowsPerTable < 1 || bytesPerTable < 1) {
            throw new IllegalArgumentException(duration + ", " + rowsPerTable + " rows, " + bytesPerTable + " bytes");
        }
    }

    /** Returns the usual bounds with another duration. */
    public static ProbeLimits of(Duration duration) {
        return new ProbeLimits(duration, ROWS_PER_TABLE, BYTES_PER_TABLE);
    }
}
