package io.gaussferry.schema;

/** Which texts a target takes for equal in a column's keys and comparisons. */
public enum TextEquality {
    /** Those of equal bytes. */
    EXACT,
    /** Those of equal bytes but for trailing blanks: openGauss in compatibility B, whatever the collation, "C" included. */
    WITHOUT_TRAILING_BLANKS,
    /** Those that a collation says, which ignores case and, in compatibility B, trailing blanks. */
    BY_COLLATION;

    /**
     * Returns that of a column of text.
     *
     * @param collation the name of its collation in {@code pg_collation}; empty or {@code default} for the database's, which
     *     compares bytes
     */
    public static TextEquality of(TargetProfile target, String collation) {
        if (collation.endsWith("_ci")) {
            return BY_COLLATION;
        }
        return target.product() == TargetProfile.Product.OPENGAUSS
                        && target.compatibility().equals("B")
                ? WITHOUT_TRAILING_BLANKS
                : EXACT;
    }

    /**
     * Returns whether it takes texts for equal that a source's column keeps apart.
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
