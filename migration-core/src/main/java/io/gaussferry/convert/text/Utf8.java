package io.gaussferry.convert.text;

/**
 * Strict UTF-8 as defined by the Unicode standard's table 3-7: exactly the sequences that the target's server accepts.
 */
public final class Utf8 {

    /** U+FFFD, the replacement character. */
    public static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

    private Utf8() {}

    /** Returns the length of the valid multi-byte sequence at an index (2 to 4), or 0 if there is none. */
    static int sequenceLength(byte[] bytes, int index, int to) {
        int first = bytes[index] & 0xFF;
        int left = to - index;
        if (first < 0xC2 || first > 0xF4 || left < 2) {
            return 0;
        }
        int second = bytes[index + 1] & 0xFF;
        if (first < 0xE0) {
            return isContinuation(second) ? 2 : 0;
        }
        if (!isSecond(first, second) || left < 3 || !isContinuation(bytes[index + 2])) {
            return 0;
        }
        if (first < 0xF0) {
            return 3;
        }
        return left >= 4 && isContinuation(bytes[index + 3]) ? 4 : 0;
    }

    private static boolean isContinuation(int unit) {
        return (unit & 0xC0) == 0x80;
    }

    /**
     * Returns whether the second byte of a sequence of three or four is valid. Excludes overlong forms, surrogates and
     * code points above U+10FFFF.
     */
    private static boolean isSecond(int first, int second) {
        return switch (first) {
            case 0xE0 -> second >= 0xA0 && second <= 0xBF;
            case 0xED -> second >= 0x80 && second <= 0x9F;
            case 0xF0 -> second >= 0x90 && second <= 0xBF;
            case 0xF4 -> second >= 0x80 && second <= 0x8F;
            default -> isContinuation(second);
        };
    }
}
