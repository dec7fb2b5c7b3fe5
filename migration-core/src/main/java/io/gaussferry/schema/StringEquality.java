package io.gaussferry.schema;

import java.util.Set;

/** The strings that a target treats as equal in a column's keys and comparisons. */
public enum StringEquality {
    /** Strings with equal bytes. */
    EXACT,
    /** Strings with equal bytes except for trailing blanks: openGauss in compatibility B with any collation, including "C". */
    WITHOUT_TRAILING_BLANKS,
    /** Strings that a collation treats as equal; it ignores case and, in compatibility B, trailing blanks. */
    BY_COLLATION;

    /** The source's collations that treat at least those strings as equal. */
    private static final Set<String> GENERAL = Set.of("utf8mb4_general_ci", "utf8mb3_general_ci", "utf8_general_ci");

    /**
     * Returns whether a collation of the source distinguishes strings by their trailing blanks: those of MySQL 8.0, and those of MariaDB
     * with {@code nopad} in their names.
     */
    public static boolean respectsTrailingBlanks(String sourceCollation) {
        return sourceCollation.contains("_0900_") || sourceCollation.contains("_nopad_");
    }

    /**
     * Returns whether it treats strings as equal that the source's column distinguishes.
     *
     * @param sourceCollation the name of the column's collation at the source
     */
    public boolean isLooserThan(String sourceCollation) {
        return switch (this) {
            case EXACT -> false;
            case WITHOUT_TRAILING_BLANKS -> respectsTrailingBlanks(sourceCollation);
            case BY_COLLATION -> !GENERAL.contains(sourceCollation);
        };
    }
}
