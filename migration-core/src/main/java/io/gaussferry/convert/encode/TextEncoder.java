package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.charset.TextEncoding;
import io.gaussferry.mysql.wire.BinaryOutput;

/** CHAR, VARCHAR and TEXT: a length of 1 to 4 bytes, then the string in the column's character set. */
public final class TextEncoder implements ValueEncoder {

    private final String column;
    private final int prefix;
    private final TextEncoding encoding;
    private final boolean padded;
    private final long longest;
    private final boolean inCharacters;

    /**
     * @param padded whether trailing blanks are not part of a value
     * @param longest maximum length of a value, in characters or bytes
     * @param inCharacters whether the maximum length is in characters
     */
    public TextEncoder(
            String column, int prefix, TextEncoding encoding, boolean padded, long longest, boolean inCharacters) {
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
        int encoded = encoding.append(bytes, from, end, image);
        if (encoded < end) {
            throw unconvertible(bytes, from, end, "has a character that is not in the character set of MySQL's column");
        }
        if ((inCharacters ? characters(bytes, from, end) : image.length() - start) > longest) {
            throw unconvertible(
                    bytes,
                    from,
                    end,
                    "is longer than MySQL's column (" + longest + (inCharacters ? " characters)" : " bytes)"));
        }
        image.put(length, prefix, image.length() - start);
    }

    /** Returns the number of characters in UTF-8: the number of bytes other than continuation bytes. */
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

    private UnconvertibleValueException unconvertible(byte[] bytes, int from, int to, String problem) {
        return ReverseConversionErrors.of(column, UnconvertibleValueException.showText(bytes, from, to), problem);
    }
}
