package io.gaussferry.schedule.key;

/** By what transactions are found independent of each other. Whatever is chosen, those that touch a common key never are. */
public enum DependencyTracking {
    /** By the keys of the rows that they touch; a table whose keys cannot be told counts as one key. */
    WRITE_SET,
    /**
     * By the source's logical clock and by keys: what was not prepared at the same time on the source waits. Finds more than
     * keys do only in tables without keys of their own.
     */
    LOGICAL_CLOCK
}
