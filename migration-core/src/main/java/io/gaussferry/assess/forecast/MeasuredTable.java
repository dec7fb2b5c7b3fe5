package io.gaussferry.assess.forecast;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * The measurements of one table by one worker of the probe. A part that was not measured has no rows.
 *
 * @param table the table
 * @param isComplete whether all of its rows were copied
 * @param slices the copied ranges, in order
 * @param indexes the creation of its indexes other than the key
 * @param compared the comparison of both sides
 * @param changed rows that were deleted, inserted or updated on the target
 * @param createSeconds the creation of the table
 */
public record MeasuredTable(
        TableId table,
        boolean isComplete,
        List<Slice> slices,
        Slice indexes,
        Slice compared,
        Slice changed,
        double createSeconds) {

    /**
     * Rows and the time for them.
     *
     * @param rows the number of rows
     * @param bytes their size in {@code COPY} format; 0 where it does not matter
     * @param seconds the time
     */
    public record Slice(long rows, long bytes, double seconds) {

        /** Nothing was measured. */
        public static final Slice NONE = new Slice(0, 0, 0);

        /** Returns both. */
        public Slice plus(Slice other) {
            return new Slice(rows + other.rows, bytes + other.bytes, seconds + other.seconds);
        }

        /** Returns whether it has a speed. */
        public boolean isMeasured() {
            return rows > 0 && seconds > 0;
        }

        /** Returns the time per row. */
        public double secondsPerRow() {
            return seconds / rows;
        }
    }

    /** Slices before this share of all of them are left out of the speed: a new process runs slower until its code is compiled. */
    private static final int WARMING_SHARE = 2;

    /** With fewer slices none is left out. */
    private static final int FEW_SLICES = 4;

    public MeasuredTable {
        slices = List.copyOf(slices);
    }

    /** Returns everything that was copied. */
    public Slice copied() {
        return slices.stream().reduce(Slice.NONE, Slice::plus);
    }

    /** Returns the copied slices that count for the speed. */
    public List<Slice> steadySlices() {
        return slices.size() < FEW_SLICES ? slices : slices.subList(slices.size() / WARMING_SHARE, slices.size());
    }

    /** Returns the copy at the speed that it has reached. */
    public Slice steady() {
        return steadySlices().stream().reduce(Slice.NONE, Slice::plus);
    }

    /** Returns twice the standard error of the time per row, relative to its mean; 0 with fewer than two slices. */
    public double scatter() {
        List<Slice> steady = steadySlices().stream().filter(Slice::isMeasured).toList();
        if (steady.size() < 2) {
            return 0;
        }
        double mean =
                steady.stream().mapToDouble(Slice::secondsPerRow).average().orElseThrow();
        double squares = steady.stream()
                .mapToDouble(Slice::secondsPerRow)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return 2 * Math.sqrt(squares / (steady.size() - 1) / steady.size()) / mean;
    }
}
