package io.gaussferry.apply;

import io.gaussferry.schedule.RowChange;

/**
 * One image of one change.
 *
 * @param change what it belongs to
 * @param offset where it stands in the change's bytes
 */
record RowImage(RowChange change, int offset) {

    static RowImage before(RowChange change) {
        return new RowImage(change, change.before());
    }

    static RowImage after(RowChange change) {
        return new RowImage(change, change.after());
    }

    /** Finds the image's values: see {@link io.gaussferry.convert.RowFormat#locate}. */
    void locate(int[] offsets) {
        change.format().locate(change.bytes(), offset, change.end(), offsets);
    }
}
