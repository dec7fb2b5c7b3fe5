package io.gaussferry.model;

/** What a rows event does to each of its rows. */
public enum RowOperation {
    /** One after image a row. */
    INSERT,
    /** A before and an after image a row. */
    UPDATE,
    /** One before image a row. */
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
