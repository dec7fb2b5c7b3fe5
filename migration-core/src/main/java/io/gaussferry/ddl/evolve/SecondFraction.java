package io.gaussferry.ddl.evolve;

/**
 * A fraction of a second with a column's number of digits. MySQL keeps six digits, rounds by the seventh, and then
 * rounds to the column's digits: 0.4999995 becomes 1. With {@code TIME_TRUNCATE_FRACTIONAL} it truncates the digits.
 *
 * @param carries whether it was rounded up to a whole second
 * @param digits the point and the column's digits; empty for a column without digits
 */
record SecondFraction(boolean carries, String digits) {

    private static final int MICROSECOND_DIGITS = 6;

    /**
     * Returns a fraction.
     *
     * @param digits the digits after the point; may be empty
     * @param scale the column's number of digits, 0 to 6
     * @param truncated whether the session has {@code TIME_TRUNCATE_FRACTIONAL}
     */
    static SecondFraction of(String digits, int scale, boolean truncated) {
        String padded = digits + "0".repeat(MICROSECOND_DIGITS + 1);
        long microseconds = Long.parseLong(padded.substring(0, MICROSECOND_DIGITS));
        if (!truncated && padded.charAt(MICROSECOND_DIGITS) >= '5') {
            microseconds++;
        }
        long unit = powerOfTen(MICROSECOND_DIGITS - scale);
        long kept = (microseconds + (truncated ? 0 : unit / 2)) / unit;
        long second = powerOfTen(scale);
        String shown = String.valueOf(kept % second);
        return new SecondFraction(kept >= second, scale == 0 ? "" : "." + "0".repeat(scale - shown.length()) + shown);
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
