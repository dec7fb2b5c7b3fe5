package io.gaussferry.convert.rule;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import java.nio.charset.StandardCharsets;

/** A value that the target cannot hold, and for which the user has chosen no rule. */
public final class UnconvertibleValueException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /** Characters of a value that a message shows: enough to find it, too few to flood a log. */
    private static final int SHOWN_CHARACTERS = 80;

    private final String column;

    /**
     * @param column the column's name
     * @param value the value, for the reader of the message; it is shortened
     * @param problem why it has no home on the target
     * @param remedy the rules that the user may choose, as a sentence
     */
    public UnconvertibleValueException(String column, String value, String problem, String remedy) {
        super(
                ErrorCategory.DATA,
                "column " + column + ": " + RowValues.marked(shorten(value)) + " " + problem,
                remedy,
                null);
        this.column = column;
    }

    /** Returns the column's name. */
    public String column() {
        return column;
    }

    /** Returns up to 80 characters of UTF-8 text as a quoted string that is safe to print. */
    public static String showText(byte[] bytes, int from, int to) {
        // Four bytes a character at most: no need to decode a gigabyte to show its beginning.
        int end = (int) Math.min(to, from + 4L * (SHOWN_CHARACTERS + 1));
        return "'" + new String(bytes, from, end - from, StandardCharsets.UTF_8) + "'";
    }

    /** Returns the beginning of some bytes as {@code 0x…}. */
    public static String showHex(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder("0x");
        for (int i = from; i < to && i - from <= SHOWN_CHARACTERS / 2; i++) {
            text.append(Character.forDigit((bytes[i] >> 4) & 0xF, 16)).append(Character.forDigit(bytes[i] & 0xF, 16));
        }
        return text.toString();
    }

    private static String shorten(String value) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < value.length() && i < SHOWN_CHARACTERS; i++) {
            char character = value.charAt(i);
            shown.append(Character.isISOControl(character) ? '\uFFFD' : character);
        }
        return value.length() > SHOWN_CHARACTERS ? shown + "…" : shown.toString();
    }
}
