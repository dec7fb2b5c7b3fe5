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
