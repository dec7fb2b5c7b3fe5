package io.gaussferry.verify.read;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The normal form of a number in a JSON document. Works on its digits: a number may have a million of them, or a huge exponent. */
final class JsonNumber {

    private static final Pattern NUMBER =
            Pattern.compile("(-?)(0|[1-9][0-9]*)(?:\\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,9}))?");

    /** Numbers whose decimal point is within this distance of their first digit are printed without an exponent. */
    private static final int MOST_ZEROS = 25;

    private JsonNumber() {}

    /**
     * Returns an integer unchanged, and any other number with at least one digit after the point and no further zeros there. {@code -0}
     * remains, and so does {@code -0.0}.
     *
     * @param wholeAreIntegers whether {@code 100.0} and {@code 1e2} count as 100, and {@code -0} as 0
     * @throws IllegalArgumentException if this is not a number of JSON
     */
    static String normal(String number, boolean wholeAreIntegers) {
        Matcher parts = NUMBER.matcher(number);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no number of JSON");
        }
        boolean isInteger = parts.group(3) == null && parts.group(4) == null;
        if (isInteger && !wholeAreIntegers) {
            return number;
        }
        String digits = parts.group(2) + (parts.group(3) == null ? "" : parts.group(3));
        long exponent = parts.group(4) == null ? 0 : Long.parseLong(parts.group(4));
        int first = 0;
        while (first < digits.length() && digits.charAt(first) == '0') {
            first++;
        }
        int end = digits.length();
        while (end > first && digits.charAt(end - 1) == '0') {
            end--;
        }
        if (first == end) {
            return wholeAreIntegers ? "0" : parts.group(1) + "0.0";
        }
        long point = parts.group(2).length() + exponent - first;
        return parts.group(1) + printed(digits.substring(first, end), point, wholeAreIntegers);
    }

    /** @param point the position of the decimal point, counted from the first digit */
    private static String printed(String digits, long point, boolean wholeAreIntegers) {
        if (point < -MOST_ZEROS || point > digits.length() + MOST_ZEROS) {
            return digits + "e" + (point - digits.length());
        }
        if (point <= 0) {
            return "0." + "0".repeat((int) -point) + digits;
        }
        if (point >= digits.length()) {
            return digits + "0".repeat((int) point - digits.length()) + (wholeAreIntegers ? "" : ".0");
        }
        return digits.substring(0, (int) point) + "." + digits.substring((int) point);
    }
}
