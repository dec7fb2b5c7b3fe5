package io.gaussferry.schedule.key;

/** How independent transactions are determined. In all modes, transactions with a common key are dependent. */
public enum DependencyTracking {
    /** By the keys of their rows; a table whose keys cannot be determined counts as one key. */
    WRITE_SET,
    /**
     * By the source's logical clock and by keys: transactions that were not prepared at the same time on the source are dependent. More
     * precise than keys only for tables without keys.
     */
    LOGICAL_CLOCK
}
