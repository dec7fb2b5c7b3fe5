package io.gaussferry.type;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds members of an ENUM or SET that some collation of MySQL may treat as equal. Never fails to find such; may find others. */
final class EqualMembers {

    /** Marks, and characters without a form, which collations ignore. */
    private static final Pattern IGNORED = Pattern.compile("[\\p{M}\\p{Cc}\\p{Cf}]");

    /** Letters such as æ and ß, which collations treat as one or two others. */
    private static final Pattern OTHER_LATIN = Pattern.compile("[\\p{IsLatin}&&[^a-z]]");

    private static final int FIRST_HIRAGANA = 0x3041;
    private static final int LAST_HIRAGANA = 0x3096;
    private static final int HIRAGANA_TO_KATAKANA = 0x60;
    /** Older collations treat all characters beyond U+FFFF as this one. */
    private static final int SUPPLEMENTARY = 0xFFFD;

    private EqualMembers() {}

    /** Returns whether two of the members may be equal. */
    static boolean mayExist(List<String> members) {
        List<String> folded = members.stream().map(EqualMembers::folded).toList();
        return folded.stream().distinct().count() < folded.size()
                || folded.stream().anyMatch(OTHER_LATIN.asPredicate());
    }

    private static String folded(String member) {
        String plain = IGNORED.matcher(Normalizer.normalize(member, Normalizer.Form.NFKD))
                .replaceAll("")
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
        return plain.codePoints()
                .map(EqualMembers::folded)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static int folded(int character) {
        if (character >= FIRST_HIRAGANA && character <= LAST_HIRAGANA) {
            return character + HIRAGANA_TO_KATAKANA;
        }
        return Character.isSupplementaryCodePoint(character) ? SUPPLEMENTARY : character;
    }
}
