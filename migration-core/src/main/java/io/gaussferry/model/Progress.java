package io.gaussferry.model;

/**
 * What the target has of the source's history. Immutable.
 *
 * @param executed the transactions that are committed, as a GTID set in MySQL's text form, gaps included
 * @param lowWater the place up to which there is no gap
 * @param fingerprint identifies the history; says nothing without GTIDs
 */
public record Progress(String executed, LowWaterMark lowWater, HistoryFingerprint fingerprint) {

    private static final String NIL = "00000000-0000-0000-0000-000000000000:";

    /** Creates the progress in a history that is known by its GTIDs only. */
    public Progress(String executed, LowWaterMark lowWater) {
        this(executed, lowWater, HistoryFingerprint.NONE);
    }

    /** Returns the progress of a target that has the first transactions of a source without GTIDs, and no others. */
    public static Progress ofCaptureSequences(LowWaterMark lowWater) {
        GtidSet executed = new GtidSet();
        if (lowWater.captureSequence() > 0) {
            executed.addCaptureSequencesTo(lowWater.captureSequence());
        }
        return new Progress(executed.toString(), lowWater);
    }

    /** Returns the transactions that are committed, as a set of the caller's own. */
    public GtidSet executedSet() {
        return GtidSet.parse(executed);
    }

    /** Returns what messages call it: the GTID set, or without GTIDs the place that has been reached. */
    public String describe() {
        return executed.isEmpty() || executed.startsWith(NIL) ? lowWater.toString() : "GTID set " + executed;
    }
}
