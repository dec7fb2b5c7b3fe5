package io.gaussferry.convert.rule;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.nio.charset.StandardCharsets;

/** A value that the target cannot store, and for which the user has chosen no rule. */
public final class UnconvertibleValueException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /** Maximum number of characters of a value in a message: enough to find the value, few enough for a log. */
    private static final int SHOWN_CHARACTERS = 80;

    private final String column;

    /**
     * @param column the column's name
     * @param value the value, for the message; it is shortened
     * @param problem the reason, as a predicate whose subject is the value
     * @param remedy the rules that the user may choose, as a sentence
     */
    public UnconvertibleValueException(String column, String value, String problem, String remedy) {
        super(
                ErrorCode.VALUE_UNCONVERTIBLE,
                "column " + column + ": " + RowValueMarks.marked(shorten(value)) + " " + problem,
                remedy,
                null);
        this.column = column;
    }

    /** Returns the column's name. */
    public String column() {
        return column;
    }

    /** Returns up to 80 characters of a UTF-8 string as a quoted string that is safe to print. */
    public static String showText(byte[] bytes, int from, int to) {
        // at most four bytes per character, so that a huge value is not decoded as a whole
        int end = (int) Math.min(to, from + 4L * (SHOWN_CHARACTERS + 1));
        return "'" + new String(bytes, from, end - from, StandardCharsets.UTF_8) + "'";
    }

    /** Returns the first bytes as {@code 0x…}. */
    public static String showHex(byte[] bytes, int from, int to) {
        StringBuilder hex = new StringBuilder("0x");
        for (int i = from; i < to && i - from <= SHOWN_CHARACTERS / 2; i++) {
            hex.append(Character.forDigit((bytes[i] >> 4) & 0xF, 16)).append(Character.forDigit(bytes[i] & 0xF, 16));
        }
        return hex.toString();
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
