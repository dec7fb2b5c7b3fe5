package io.gaussferry.model;

/** The operation of a rows event on each of its rows. */
public enum RowOperation {
    /** One after image per row. */
    INSERT,
    /** A before and an after image per row. */
    UPDATE,
    /** One before image per row. */
    DELETE;

    /** Returns whether a row of this operation has a before image. */
    public boolean hasBefore() {
        return this != INSERT;
    }

    /** Returns whether a row of this operation has an after image. */
    public boolean hasAfter() {
        return this != DELETE;
    }
}
