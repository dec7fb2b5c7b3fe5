package io.gaussferry.schema;

/** What becomes of the source's foreign keys on the target. */
public enum ForeignKeyPolicy {
    /** They are created when all rows are copied, and hold while changes are replayed. */
    CREATE,
    /** They are left to the cutover. */
    DEFER
}
