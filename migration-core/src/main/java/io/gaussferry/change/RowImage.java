package io.gaussferry.change;

/**
 * One image of one change.
 *
 * @param change the change of the image
 * @param offset of the image in the change's bytes
 */
public record RowImage(RowChange change, int offset) {

    /** Returns the image before the change. */
    public static RowImage before(RowChange change) {
        return new RowImage(change, change.before());
    }

    /** Returns the image after the change. */
    public static RowImage after(RowChange change) {
        return new RowImage(change, change.after());
    }

    /** Returns whether only the row key's values are known: see {@link io.gaussferry.schema.TableVersion#isKeyOnlyBefore}. */
    public boolean isKeyOnly() {
        return offset == change.before() && change.format().table().isKeyOnlyBefore();
    }

    /** Returns an upper limit of the image's size in bytes. */
    public int maximumBytes() {
        return change.end() - offset;
    }

    /** Locates the image's values: see {@link io.gaussferry.convert.RowFormat#locate}. */
    public void locate(int[] offsets) {
        change.format().locate(change.bytes(), offset, change.end(), offsets);
    }

    /** Locates the values of the first columns: see {@link io.gaussferry.convert.RowFormat#locateFirst}. */
    public void locateFirst(int columns, int[] offsets) {
        change.format().locateFirst(columns, change.bytes(), offset, change.end(), offsets);
    }
}
