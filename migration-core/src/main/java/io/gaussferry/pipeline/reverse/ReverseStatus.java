package io.gaussferry.pipeline.reverse;

/**
 * How a way back stands.
 *
 * @param phase what it does
 * @param transactions of the target that were committed in MySQL since this process began
 * @param rows row changes in them
 * @param lagP99Micros 99th percentile of the time from the commit on the target to the commit in MySQL, by both clocks
 * @param problem what stands in the way; empty if nothing
 */
public record ReverseStatus(Phase phase, long transactions, long rows, long lagP99Micros, String problem) {

    /** What it does. */
    public enum Phase {
        /** It is armed, or was, and does nothing. */
        ENDED,
        /** It brings changes back. */
        RUNNING,
        /** Something is in the way that may pass: it is tried again. */
        RETRYING,
        /** Something is in the way that does not pass: MySQL stays behind. */
        FAILED
    }
}
