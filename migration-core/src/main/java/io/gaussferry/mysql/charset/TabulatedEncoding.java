package io.gaussferry.mysql.charset;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A character set of one to four bytes. All codes of up to three bytes are decoded once, by the decoder of the forward direction,
 * and then looked up, so that encoded strings decode to the original. If several codes map to one character, the shortest is
 * used, and the JDK's among those of equal length, as in all observed cases in MySQL. Codes of four bytes, which only GB 18030
 * has, are the JDK's, verified by decoding.
 */
final class TabulatedEncoding implements TextEncoding {

    private static final int NO_CODE = -1;

    /** First byte of a three-byte code in the two Japanese EUC character sets. */
    private static final int THREE_BYTES = 0x8F;

    private static final int REPLACEMENT = 0xFFFD;

    private final CharsetEncoder encoder;
    private final MySqlCharsets.Decoding decoding;
    private final int bytesPerCharacter;
    private final PlainText decoded = new PlainText();
    private final TextRules rules;

    /** The code of each 16-bit character, or {@link #NO_CODE}. Empty until needed. */
    private int[] codes = {};

    TabulatedEncoding(Charset charset, MySqlCharsets.Decoding decoding, int bytesPerCharacter) {
        this.encoder = charset.newEncoder();
        this.decoding = decoding;
        this.bytesPerCharacter = bytesPerCharacter;
        this.rules = new TextRules(
                "",
                charset.name(),
                ConversionRules.defaults().withNul(Nul.STRIP).withInvalidBytes(InvalidBytes.REPLACE),
                ColumnUsage.NONE);
    }

    @Override
    public int append(byte[] utf8, int from, int to, BinaryOutput output) {
        int index = from;
        while (index < to) {
            int start = index;
            // all of these character sets have ASCII in their lower half
            while (index < to && utf8[index] > 0) {
                index++;
            }
            output.append(utf8, start, index);
            if (index < to) {
                int length = length(utf8[index]);
                if (!appendOther(new String(utf8, index, length, StandardCharsets.UTF_8).codePointAt(0), output)) {
                    return index;
                }
                index += length;
            }
        }
        return to;
    }

    private static int length(byte first) {
        int unit = first & 0xFF;
        if (unit < 0xC0) {
            return 1;
        }
        return unit < 0xE0 ? 2 : unit < 0xF0 ? 3 : 4;
    }

    private boolean appendOther(int character, BinaryOutput output) {
        if (codes.length == 0) {
            codes = tabulate();
        }
        int code = character < codes.length ? codes[character] : NO_CODE;
        if (code == NO_CODE) {
            return bytesPerCharacter == 4 && appendFourBytes(character, output);
        }
        output.appendBigEndian(code, bytes(code));
        return true;
    }

    private static int bytes(int code) {
        return code > 0xFFFF ? 3 : code > 0xFF ? 2 : 1;
    }

    private boolean appendFourBytes(int character, BinaryOutput output) {
        for (int candidate : new int[] {character, swapped(character)}) {
            byte[] code = encodedByJdk(candidate);
            if (code.length == 4 && decode(code, code.length) == character) {
                output.append(code, 0, code.length);
                return true;
            }
        }
        return false;
    }

    /** Returns the character that the JDK maps to MySQL's code of this character, if the two are swapped. */
    private int swapped(int character) {
        byte[] code = encodedByJdk(character);
        int other = code.length == 0 ? NO_CODE : decode(code, code.length);
        return other == NO_CODE ? character : other;
    }

    private byte[] encodedByJdk(int character) {
        try {
            ByteBuffer code = encoder.reset().encode(CharBuffer.wrap(Character.toString(character)));
            return Arrays.copyOf(code.array(), code.limit());
        } catch (CharacterCodingException none) {
            return new byte[0];
        }
    }

    private int[] tabulate() {
        int[] table = new int[Character.MAX_VALUE + 1];
        Arrays.fill(table, NO_CODE);
        byte[] code = new byte[3];
        for (int lead = 0x80; lead <= 0xFF; lead++) {
            code[0] = (byte) lead;
            record(code, 1, table);
        }
        for (int lead = 0x80; bytesPerCharacter > 1 && lead <= 0xFF; lead++) {
            code[0] = (byte) lead;
            for (int trail = 0x40; trail <= 0xFF; trail++) {
                code[1] = (byte) trail;
                record(code, 2, table);
            }
        }
        code[0] = (byte) THREE_BYTES;
        for (int second = 0xA1; bytesPerCharacter == 3 && second <= 0xFE; second++) {
            code[1] = (byte) second;
            for (int third = 0xA1; third <= 0xFE; third++) {
                code[2] = (byte) third;
                record(code, 3, table);
            }
        }
        preferJdk(table);
        return table;
    }

    private void preferJdk(int[] table) {
        for (int character = 0x80; character < table.length; character++) {
            if (table[character] == NO_CODE || Character.isSurrogate((char) character)) {
                continue;
            }
            byte[] preferred = encodedByJdk(character);
            boolean sameLength = preferred.length == bytes(table[character]);
            if (sameLength && decode(preferred, preferred.length) == character) {
                table[character] = number(preferred, preferred.length);
            }
        }
    }

    private void record(byte[] code, int length, int[] table) {
        int character = decode(code, length);
        if (character < 0x80 || character > Character.MAX_VALUE || table[character] != NO_CODE) {
            return;
        }
        table[character] = number(code, length);
    }

    private static int number(byte[] code, int length) {
        return (int) Wire.bigEndian(code, 0, length);
    }

    /** Returns the single character that a code maps to, or {@link #NO_CODE}. */
    private int decode(byte[] code, int length) {
        decoded.reset();
        decoding.write(code, 0, length, rules, decoded);
        String string = new String(decoded.buffer(), 0, decoded.length(), StandardCharsets.UTF_8);
        boolean one = !string.isEmpty() && string.codePointCount(0, string.length()) == 1;
        return one && string.codePointAt(0) != REPLACEMENT ? string.codePointAt(0) : NO_CODE;
    }
}
