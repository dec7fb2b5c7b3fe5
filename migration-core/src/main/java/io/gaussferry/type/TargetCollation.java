package io.gaussferry.type;

import io.gaussferry.schema.StringEquality;
import java.util.Set;

/**
 * The collations of the dolphin plugin that represent MySQL's. Its {@code utf8mb4_unicode_ci} is the same collation as {@code
 * utf8mb4_general_ci}, so it represents none.
 */
public enum TargetCollation {
    /** Equal to MySQL's collation of this name, except that U+00DF equals no other character. */
    GENERAL_CI("utf8mb4_general_ci"),
    /** Compares code points. */
    BINARY("utf8mb4_bin");

    /** MySQL's collations with the weights of {@code utf8mb4_general_ci}. */
    private static final Set<String> GENERAL = Set.of(
            "utf8mb4_general_ci",
            "utf8mb3_general_ci",
            "utf8_general_ci",
            "ucs2_general_ci",
            "utf16_general_ci",
            "utf16le_general_ci",
            "utf32_general_ci");

    private static final String BLANKS = "the target ignores trailing blanks";

    private final String sqlName;

    TargetCollation(String sqlName) {
        this.sqlName = sqlName;
    }

    /** Returns the nearest collation. One that distinguishes case or accents at the source does so on the target. */
    static TargetCollation nearest(String source) {
        return source.endsWith("_ci") && !source.endsWith("_as_ci") ? GENERAL_CI : BINARY;
    }

    /** Returns its name on the target. */
    public String sqlName() {
        return sqlName;
    }

    /** Returns the strings for which its equality differs from that of a source's collation; empty if there are none. */
    public String difference(String source) {
        return switch (this) {
            case GENERAL_CI -> differenceOfGeneral(source);
            case BINARY -> differenceOfBinary(source);
        };
    }

    private static String differenceOfGeneral(String source) {
        if (GENERAL.contains(source)) {
            return "ß equals s only in MySQL";
        }
        String expansions =
                "ß and ss, ø and o, æ and ae are equal only in MySQL, and so are other ligatures and variants";
        if (source.equals("utf8mb4_0900_ai_ci")) {
            return BLANKS + " and treats all characters above U+FFFF (emoji) as equal, and ı and i; " + expansions;
        }
        if (source.contains("_unicode_")) {
            return "ß and ss, œ and oe are equal only in MySQL, and so are other ligatures and variants"
                    + also(blanks(source));
        }
        return "the target ignores case and nearly all accents, and compares the letters of some languages differently"
                + also(blanks(source))
                + (source.contains("_0900_") ? " and treats all characters above U+FFFF as equal" : "");
    }

    private static String differenceOfBinary(String source) {
        return source.endsWith("_as_ci") ? "the target distinguishes case" + also(blanks(source)) : blanks(source);
    }

    private static String blanks(String source) {
        return StringEquality.respectsTrailingBlanks(source) ? BLANKS : "";
    }

    private static String also(String difference) {
        return difference.isEmpty() ? "" : "; " + difference;
    }
}
