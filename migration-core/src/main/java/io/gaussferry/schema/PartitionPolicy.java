package io.gaussferry.schema;

import java.util.Set;

/** Whether the tables that are created on the target are partitioned. */
public enum PartitionPolicy {
    /** They are partitioned like the source's, as far as the target can. */
    KEEP,
    /** They are not. */
    NONE;

    /**
     * Returns the kinds to use.
     *
     * @param supported the kinds that the target supports
     */
    public Set<PartitionKind> of(Set<PartitionKind> supported) {
        return this == KEEP ? Set.copyOf(supported) : Set.of();
    }
}
