package io.gaussferry.cutover.state;

/** How much is compared while nobody may write. */
public enum VerifyMode {
    /** The number of rows of every table. */
    COUNTS,
    /**
     * The number of rows of every table, and every value of the tables that have changed since the last complete comparison beside the
     * replay, or that it never compared.
     */
    CHANGED,
    /** Every value of every table. */
    FULL
}
