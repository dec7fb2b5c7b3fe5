package io.gaussferry.assess.forecast;

/**
 * The changes that the source's server makes, those of databases that are not migrated included.
 *
 * @param rowsPerSecond changed rows per second while the assessment ran; NaN if unknown
 * @param binlogBytesPerSecond the growth of its binlog meanwhile; NaN if unknown
 * @param observedSeconds the length of that time
 * @param averageRowsPerSecond changed rows per second since the server's start; NaN if unknown
 * @param averageBinlogBytesPerSecond the size of the retained binlog, divided by its age; NaN if unknown
 * @param retainedBytes the size of the retained binlog; 0 if unknown
 */
public record SourceActivity(
        double rowsPerSecond,
        double binlogBytesPerSecond,
        double observedSeconds,
        double averageRowsPerSecond,
        double averageBinlogBytesPerSecond,
        long retainedBytes) {

    /** Nothing is known. */
    public static final SourceActivity UNKNOWN =
            new SourceActivity(Double.NaN, Double.NaN, 0, Double.NaN, Double.NaN, 0);

    /** Returns the rate that forecasts use: the higher of the observed and the average one; NaN if none is known. */
    public double expectedRowsPerSecond() {
        if (Double.isNaN(rowsPerSecond)) {
            return averageRowsPerSecond;
        }
        return Double.isNaN(averageRowsPerSecond) ? rowsPerSecond : Math.max(rowsPerSecond, averageRowsPerSecond);
    }
}
