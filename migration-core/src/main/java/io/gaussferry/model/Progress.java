package io.gaussferry.model;

/**
 * The part of the source's history that the target has. Immutable.
 *
 * @param executed the committed transactions, as a GTID set in MySQL's notation, including gaps
 * @param lowWater the position up to which there is no gap
 * @param fingerprint identifies the history; empty without GTIDs
 */
public record Progress(String executed, LowWaterMark lowWater, HistoryFingerprint fingerprint) {

    private static final String NIL = "00000000-0000-0000-0000-000000000000:";

    /** Creates the progress in a history that is identified only by its GTIDs. */
    public Progress(String executed, LowWaterMark lowWater) {
        this(executed, lowWater, HistoryFingerprint.NONE);
    }

    /** Returns the progress of a target that has exactly the first transactions of a source without GTIDs. */
    public static Progress ofCaptureSequences(LowWaterMark lowWater) {
        GtidSet executed = new GtidSet();
        if (lowWater.captureSequence() > 0) {
            executed.addCaptureSequencesTo(lowWater.captureSequence());
        }
        return new Progress(executed.toString(), lowWater);
    }

    /** Returns the committed transactions as a new set. */
    public GtidSet executedSet() {
        return GtidSet.parse(executed);
    }

    /** Returns the description for messages: the GTID set, or without GTIDs the low-water mark. */
    public String describe() {
        return executed.isEmpty() || executed.startsWith(NIL) ? lowWater.toString() : "GTID set " + executed;
    }
}
