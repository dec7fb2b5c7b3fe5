package io.gaussferry.model;

/**
 * What one applier's progress row says. Immutable.
 *
 * @param upTo everything up to the low-water mark, and the mark
 * @param ahead what the applier has committed beyond that, as {@link GtidBitmap} writes it; empty where nothing can be
 */
public record ApplierProgress(Progress upTo, String ahead) {

    /** Returns all that the row says is committed, as a set of the caller's own. */
    public GtidSet executedSet() {
        GtidSet set = upTo.executedSet();
        set.addAll(GtidBitmap.parse(ahead));
        return set;
    }

    /** Returns up to where the row says that nothing is missing. */
    public LowWaterMark lowWater() {
        return upTo.lowWater();
    }
}
