package io.gaussferry.schema;

/** The strings that a target treats as equal in a column's keys and comparisons. */
public enum StringEquality {
    /** Strings with equal bytes. */
    EXACT,
    /** Strings with equal bytes except for trailing blanks: openGauss in compatibility B with any collation, including "C". */
    WITHOUT_TRAILING_BLANKS,
    /** Strings that a collation treats as equal; it ignores case and, in compatibility B, trailing blanks. */
    BY_COLLATION;

    /**
     * Returns the equality of a string column.
     *
     * @param collation the name of its collation in {@code pg_collation}; empty or {@code default} for the database's, which
     *     compares bytes
     */
    public static StringEquality of(TargetProfile target, String collation) {
        if (collation.endsWith("_ci")) {
            return BY_COLLATION;
        }
        return target.product() == TargetProfile.Product.OPENGAUSS
                        && target.compatibility().equals("B")
                ? WITHOUT_TRAILING_BLANKS
                : EXACT;
    }

    /**
     * Returns whether it treats strings as equal that the source's column distinguishes.
     *
     * @param sourceCollation the name of the column's collation at the source
     */
    public boolean isLooserThan(String sourceCollation) {
        return switch (this) {
            case EXACT -> false;
            case WITHOUT_TRAILING_BLANKS -> sourceCollation.contains("_0900_");
            case BY_COLLATION -> true;
        };
    }
}
