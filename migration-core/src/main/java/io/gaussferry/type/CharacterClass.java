package io.gaussferry.type;

import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.charset.TextEncoding;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The characters of a character set, as a bracket expression of the target's regular expressions. Character sets with many scattered
 * characters are widened, so that the expression stays short: it then contains characters that the set does not have.
 */
final class CharacterClass {

    /** A session compiles the expression once; with this many ranges in less than a millisecond. */
    private static final int MAXIMUM_RANGES = 128;

    private static final int LAST_OF_BASIC_PLANE = 0xFFFF;
    private static final int AFTER_ASCII = 0x80;

    /**
     * Consecutive characters.
     *
     * @param first the first
     * @param last the last
     */
    private record Range(int first, int last) {

        private String expression() {
            return first == last ? escape(first) : escape(first) + "-" + escape(last);
        }
    }

    private final List<Range> ranges;
    private final boolean exact;

    private CharacterClass(List<Range> ranges, boolean exact) {
        this.ranges = ranges;
        this.exact = exact;
    }

    /** Returns the characters of a supported character set; empty if it has all characters. */
    static Optional<CharacterClass> of(String characterSet) {
        return switch (characterSet) {
            case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" -> Optional.empty();
            case "utf8mb3", "utf8", "ucs2" ->
                Optional.of(new CharacterClass(List.of(new Range(1, LAST_OF_BASIC_PLANE)), true));
            default -> Optional.of(tabulate(characterSet));
        };
    }

    private static CharacterClass tabulate(String characterSet) {
        TextEncoding encoding = MySqlCharsets.encoding("", characterSet);
        List<Range> ranges = new ArrayList<>();
        BinaryOutput encoded = new BinaryOutput(16);
        int first = 1;
        for (int character = AFTER_ASCII; character <= LAST_OF_BASIC_PLANE + 1; character++) {
            if (has(encoding, character, encoded)) {
                first = first < 0 ? character : first;
            } else if (first >= 0) {
                ranges.add(new Range(first, character - 1));
                first = -1;
            }
        }
        boolean exact = ranges.size() <= MAXIMUM_RANGES;
        while (ranges.size() > MAXIMUM_RANGES) {
            closeSmallestGap(ranges);
        }
        return new CharacterClass(List.copyOf(ranges), exact);
    }

    private static boolean has(TextEncoding encoding, int character, BinaryOutput encoded) {
        if (character > LAST_OF_BASIC_PLANE || Character.isSurrogate((char) character)) {
            return false;
        }
        encoded.truncate(0);
        byte[] utf8 = Character.toString(character).getBytes(StandardCharsets.UTF_8);
        return encoding.append(utf8, 0, utf8.length, encoded) == utf8.length;
    }

    private static void closeSmallestGap(List<Range> ranges) {
        int smallest = 1;
        for (int i = 2; i < ranges.size(); i++) {
            if (gapBefore(ranges, i) < gapBefore(ranges, smallest)) {
                smallest = i;
            }
        }
        Range joined =
                new Range(ranges.get(smallest - 1).first(), ranges.get(smallest).last());
        ranges.set(smallest - 1, joined);
        ranges.remove(smallest);
    }

    private static int gapBefore(List<Range> ranges, int index) {
        return ranges.get(index).first() - ranges.get(index - 1).last();
    }

    /** Returns whether the expression has exactly the characters of the character set. */
    boolean isExact() {
        return exact;
    }

    /** Returns the bracket expression of all other characters. */
    String others() {
        StringBuilder expression = new StringBuilder("[^");
        ranges.forEach(range -> expression.append(range.expression()));
        return expression.append(']').toString();
    }

    private static String escape(int character) {
        return String.format(Locale.ROOT, "\\u%04x", character);
    }
}
