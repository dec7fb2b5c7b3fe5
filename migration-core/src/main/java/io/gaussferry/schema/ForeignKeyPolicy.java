package io.gaussferry.schema;

/** When the source's foreign keys are created on the target. */
public enum ForeignKeyPolicy {
    /** They are created after the copy and enforced during replication. */
    CREATE,
    /** They are created by the cutover. */
    DEFER
}
