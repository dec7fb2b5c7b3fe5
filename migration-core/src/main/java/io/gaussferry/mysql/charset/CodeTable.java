package io.gaussferry.mysql.charset;

import io.gaussferry.mysql.wire.Wire;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;

/**
 * Codes of a multi-byte character set that MySQL maps to another character than the JDK, or to none although the JDK does.
 * Determined by converting every code that MySQL stores, with equal results on 8.0.33 and 9.7.4.
 */
final class CodeTable {

    /** MySQL stores the code but maps it to no character. */
    static final int NO_CHARACTER = -1;

    /** The JDK's mapping applies. */
    static final int NOT_LISTED = -2;

    /** For character sets without such codes. */
    static final CodeTable NONE = new CodeTable(new HashMap<>(), 0x100);

    /** The JDK maps all gaps to private characters, and one code to a euro sign. */
    static final CodeTable GBK = new CodeTable(gaps("GBK", 0xA2E3), 0x40);

    static final CodeTable EUCKR = new CodeTable(gaps("x-windows-949"), 0x41);

    /** MySQL maps the first five codes to U+FFFD, which is no character, and the JDK does not map the last seven. */
    static final CodeTable BIG5 = new CodeTable(
            codes(
                    0xA15A,
                    NO_CHARACTER,
                    0xA1FE,
                    NO_CHARACTER,
                    0xA240,
                    NO_CHARACTER,
                    0xA2CC,
                    NO_CHARACTER,
                    0xA2CE,
                    NO_CHARACTER,
                    0xF9D6,
                    0x7881,
                    0xF9D7,
                    0x92B9,
                    0xF9D8,
                    0x88CF,
                    0xF9D9,
                    0x58BB,
                    0xF9DA,
                    0x6052,
                    0xF9DB,
                    0x7CA7,
                    0xF9DC,
                    0x5AFA),
            0x40);

    static final CodeTable UJIS = new CodeTable(withPrivate(new HashMap<>()), 0xA1);

    static final CodeTable EUCJPMS = new CodeTable(
            withPrivate(codes(
                    0xA1BD, 0x2015, 0xA1C1, 0xFF5E, 0xA1C2, 0x2225, 0xA1DD, 0xFF0D, 0xA1F1, 0xFFE0, 0xA1F2, 0xFFE1,
                    0xA2CC, 0xFFE2, 0x8FA2C3, 0xFFE4)),
            0xA1);

    private static final int CELLS = 94;
    private static final int FIRST_CELL = 0xA1;

    /** First byte of a three-byte code in the two Japanese EUC character sets. */
    private static final int THREE_BYTES = 0x8F;

    private final Map<Integer, Integer> characters;
    private final boolean[] leads = new boolean[256];
    private final int lowestTrail;

    private CodeTable(Map<Integer, Integer> characters, int lowestTrail) {
        this.characters = Map.copyOf(characters);
        this.lowestTrail = lowestTrail;
        for (int code : characters.keySet()) {
            leads[code > 0xFFFF ? code >> 16 : code >> 8] = true;
        }
    }

    boolean isEmpty() {
        return characters.isEmpty();
    }

    /** Returns the length of the code at an index, determined by its first two bytes; 1 if it is not a multi-byte code. */
    int length(byte[] bytes, int index, int to) {
        int lead = bytes[index] & 0xFF;
        if (lead < 0x80 || index + 1 >= to || (bytes[index + 1] & 0xFF) < lowestTrail) {
            return 1;
        }
        boolean three = lead == THREE_BYTES && lowestTrail == FIRST_CELL;
        return three && index + 2 < to ? 3 : 2;
    }

    /** Returns the character of the code at an index, or one of the constants. */
    int find(byte[] bytes, int index, int length) {
        return leads[bytes[index] & 0xFF]
                ? characters.getOrDefault((int) Wire.bigEndian(bytes, index, length), NOT_LISTED)
                : NOT_LISTED;
    }

    private static Map<Integer, Integer> codes(int... codesAndCharacters) {
        Map<Integer, Integer> codes = new HashMap<>();
        for (int i = 0; i < codesAndCharacters.length; i += 2) {
            codes.put(codesAndCharacters[i], codesAndCharacters[i + 1]);
        }
        return codes;
    }

    /**
     * Returns the codes that the JDK maps to private characters, and the given others. MySQL has no private characters in this
     * character set.
     */
    private static Map<Integer, Integer> gaps(String charset, int... others) {
        Map<Integer, Integer> codes = new HashMap<>();
        for (int other : others) {
            codes.put(other, NO_CHARACTER);
        }
        for (int code = 0x8140; Charset.isSupported(charset) && code <= 0xFEFE; code++) {
            String decoded = new String(new byte[] {(byte) (code >> 8), (byte) code}, Charset.forName(charset));
            if (decoded.length() == 1 && Character.getType(decoded.charAt(0)) == Character.PRIVATE_USE) {
                codes.put(code, NO_CHARACTER);
            }
        }
        return codes;
    }

    /** Adds private characters: from row 0xF5 on MySQL has first those of two bytes, then those of three. */
    private static Map<Integer, Integer> withPrivate(Map<Integer, Integer> codes) {
        int character = 0xE000;
        for (int prefix : new int[] {0, THREE_BYTES << 16}) {
            for (int row = 0xF5; row <= 0xFE; row++) {
                for (int cell = FIRST_CELL; cell < FIRST_CELL + CELLS; cell++) {
                    codes.put(prefix | row << 8 | cell, character++);
                }
            }
        }
        return codes;
    }
}
