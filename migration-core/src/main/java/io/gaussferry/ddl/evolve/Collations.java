package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.CharacterSetSpec;
import io.gaussferry.ddl.statement.StatementContext;
import java.util.Map;
import java.util.Set;

/**
 * Maps character sets to default collations and collations to character sets, by the server's version and the session.
 */
public final class Collations {

    /** Default collations that are not named {@code …_general_ci}, from MySQL's sources. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("big5", "big5_chinese_ci"),
            Map.entry("dec8", "dec8_swedish_ci"),
            Map.entry("hp8", "hp8_english_ci"),
            Map.entry("latin1", "latin1_swedish_ci"),
            Map.entry("swe7", "swe7_swedish_ci"),
            Map.entry("ujis", "ujis_japanese_ci"),
            Map.entry("sjis", "sjis_japanese_ci"),
            Map.entry("tis620", "tis620_thai_ci"),
            Map.entry("euckr", "euckr_korean_ci"),
            Map.entry("gb2312", "gb2312_chinese_ci"),
            Map.entry("gbk", "gbk_chinese_ci"),
            Map.entry("latin5", "latin5_turkish_ci"),
            Map.entry("cp932", "cp932_japanese_ci"),
            Map.entry("eucjpms", "eucjpms_japanese_ci"),
            Map.entry("gb18030", "gb18030_chinese_ci"),
            Map.entry("binary", "binary"));

    private static final Set<String> TWO_BYTES = Set.of("big5", "ucs2", "sjis", "euckr", "gb2312", "gbk", "cp932");
    private static final Set<String> THREE_BYTES = Set.of("utf8", "utf8mb3", "ujis", "eucjpms");
    private static final Set<String> FOUR_BYTES = Set.of("utf8mb4", "utf16", "utf16le", "utf32", "gb18030");

    /** The start of the names of MariaDB's collations that exist for several character sets. */
    private static final String WITHOUT_CHARACTER_SET = "uca1400_";

    private final StatementContext context;

    /** @param context the state of the session */
    public Collations(StatementContext context) {
        this.context = context;
    }

    /** Returns the default collation of a character set. */
    String ofCharacterSet(String characterSet) {
        String all = context.defaultCollations();
        if (all != null) {
            for (String chosen : all.split(",")) {
                if (characterSetOf(chosen).equals(characterSet)) {
                    return chosen;
                }
            }
        }
        if (characterSet.equals("utf8mb4")) {
            return context.isAtLeast(80001) ? "utf8mb4_0900_ai_ci" : "utf8mb4_general_ci";
        }
        return DEFAULTS.getOrDefault(characterSet, characterSet + "_general_ci");
    }

    /** Returns the character set of a collation. */
    static String characterSetOf(String collation) {
        int end = collation.indexOf('_');
        return end < 0 ? collation : collation.substring(0, end);
    }

    /** Returns the collation that a statement specifies. */
    public String of(CharacterSetSpec spec, String inherited) {
        String characterSet = spec.characterSet();
        String collation = spec.collation();
        if (collation != null) {
            return collation.startsWith(WITHOUT_CHARACTER_SET)
                    ? (characterSet == null ? characterSetOf(inherited) : characterSet) + "_" + collation
                    : collation;
        }
        if (spec.binary()) {
            String base = characterSet == null ? characterSetOf(inherited) : characterSet;
            return base.equals("binary") ? base : base + "_bin";
        }
        return characterSet == null ? inherited : ofCharacterSet(characterSet);
    }

    /** Returns the maximum length of a character, bytes. */
    static int longestCharacter(String characterSet) {
        if (FOUR_BYTES.contains(characterSet)) {
            return 4;
        }
        if (THREE_BYTES.contains(characterSet)) {
            return 3;
        }
        return TWO_BYTES.contains(characterSet) ? 2 : 1;
    }

    /** Returns the bytes of the shortest character of a character set. */
    static int shortestCharacter(String characterSet) {
        return switch (characterSet) {
            case "ucs2", "utf16", "utf16le" -> 2;
            case "utf32" -> 4;
            default -> 1;
        };
    }
}
