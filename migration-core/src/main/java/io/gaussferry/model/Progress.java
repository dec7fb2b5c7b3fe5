package io.gaussferry.model;

/**
 * What the target has of the source's history. Immutable.
 *
 * @param executed the transactions that are committed, as a GTID set in MySQL's text form, gaps included
 * @param lowWater the place up to which there is no gap
 */
public record Progress(String executed, LowWaterMark lowWater) {

    /** Returns the transactions that are committed, as a set of the caller's own. */
    public GtidSet executedSet() {
        return GtidSet.parse(executed);
    }
}
