package io.gaussferry.convert.image;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.charset.TextEncoding;
import io.gaussferry.mysql.wire.BinaryOutput;

/** CHAR, VARCHAR and TEXT: a length of 1 to 4 bytes, then the text in the column's character set. */
final class TextEncoder implements ValueEncoder {

    private final String column;
    private final int prefix;
    private final TextEncoding encoding;
    private final boolean padded;
    private final long longest;
    private final boolean inCharacters;

    /**
     * @param padded whether blanks at the end are none of its values
     * @param longest how many characters, or bytes, a value has at most
     * @param inCharacters whether that is in characters
     */
    TextEncoder(String column, int prefix, TextEncoding encoding, boolean padded, long longest, boolean inCharacters) {
        this.column = column;
        this.prefix = prefix;
        this.encoding = encoding;
        this.padded = padded;
        this.longest = longest;
        this.inCharacters = inCharacters;
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        int end = to;
        while (padded && end > from && bytes[end - 1] == ' ') {
            end--;
        }
        int length = image.reserve(prefix);
        int start = image.length();
        int reached = encoding.append(bytes, from, end, image);
        if (reached < end) {
            throw refused(bytes, from, end, "has a character that the character set of MySQL's column has not");
        }
        if ((inCharacters ? characters(bytes, from, end) : image.length() - start) > longest) {
            throw refused(bytes, from, end, "is longer than the " + longest + " of MySQL's column");
        }
        image.put(length, prefix, image.length() - start);
    }

    /** Characters of UTF-8: its bytes but those that go on with one. */
    private int characters(byte[] bytes, int from, int to) {
        if (to - from <= longest) {
            return to - from;
        }
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    private UnconvertibleValueException refused(byte[] bytes, int from, int to, String problem) {
        return Refusal.of(column, UnconvertibleValueException.showText(bytes, from, to), problem);
    }
}
