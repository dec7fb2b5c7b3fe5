package io.gaussferry.type;

/** Where the order of a type's values is known, from nowhere to everywhere. Each includes those before it. */
public enum KeyOrdering {
    /** Nowhere. */
    UNKNOWN,
    /** MySQL sorts by it. */
    SOURCE,
    /** MySQL searches for it in every partition of a table. */
    EVERY_PARTITION,
    /** {@code KeyComparator} compares keys without a server. */
    VALUES;

    /** Returns whether the order is known where another is. */
    public boolean includes(KeyOrdering other) {
        return compareTo(other) >= 0;
    }
}
