package io.gaussferry.schedule.order;

/** What a reader of the target may see while replay runs. In both modes every source transaction is there whole or not at all. */
public enum ConsistencyMode {
    /** The target is a prefix of the source's history at every instant. */
    COMMIT_ORDER,
    /** A transaction may be there before an earlier one that touches nothing in common with it. */
    DEPENDENCY
}
