package io.gaussferry.cutover.state;

/** The extent of the comparison while writers are refused. */
public enum VerifyMode {
    /** The number of rows of every table. */
    COUNTS,
    /**
     * The number of rows of every table, and every value of the tables that were changed since the last complete comparison during
     * replication, or were never compared.
     */
    CHANGED,
    /** Every value of every table. */
    FULL
}
