package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts numbers to MySQL's notation. All methods throw an {@link UncertainValueException} for an uncertain value.
 */
final class NumericLiterals {

    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,2})?");
    private static final Pattern YEAR = Pattern.compile("\\d{1,4}");
    private static final Pattern WIDTH = Pattern.compile("\\((\\d+)\\)");

    /** The digits that every value of these types preserves and that MySQL prints. */
    private static final int FLOAT_DIGITS = 6;

    private static final int DOUBLE_DIGITS = 15;

    private static final int FLOAT_WIDTH = 12;
    private static final int DOUBLE_WIDTH = 22;

    /** Outside this range MySQL prints some numbers with an exponent. */
    private static final BigDecimal SMALLEST_PRINTED = new BigDecimal("0.001");

    private static final BigDecimal LARGEST_PRINTED = new BigDecimal("1e15");

    /** The limits of DECIMAL, and therefore of a number with a decimal point in MySQL. */
    private static final int LONGEST = 65;

    private static final int MOST_DECIMALS = 30;
    private static final int FIRST_YEAR_OF_1900 = 70;
    private static final int WHOLE_YEAR = 4;
    private static final BigInteger LAST_YEAR = BigInteger.valueOf(9999);

    private NumericLiterals() {}

    /** Returns a number as an integer column shows it. */
    static String integer(ColumnDefinition column, DefaultSpec value) {
        String digits = rounded(value).toString();
        Matcher width = WIDTH.matcher(column.declaration());
        return isZerofill(column) && width.find() ? padded(digits, Integer.parseInt(width.group(1))) : digits;
    }

    /** Rounds halves away from zero; halves of floating point numbers to the even neighbour. */
    private static BigInteger rounded(DefaultSpec value) {
        BigDecimal number = number(value);
        if (value instanceof DefaultSpec.Number given && given.isFloating()) {
            return new BigDecimal(Math.rint(number.doubleValue())).toBigInteger();
        }
        return number.setScale(0, RoundingMode.HALF_UP).toBigInteger();
    }

    /** Returns a number as a DECIMAL column shows it. */
    static String decimal(ColumnDefinition column, DefaultSpec value) {
        BigDecimal number = number(value);
        boolean floating = value instanceof DefaultSpec.Number given && given.isFloating();
        if (floating && number.stripTrailingZeros().precision() > DOUBLE_DIGITS) {
            throw new UncertainValueException();
        }
        String text = number.setScale(column.scale(), RoundingMode.HALF_UP).toPlainString();
        int width = column.precision() + (column.scale() == 0 ? 0 : 1);
        return isZerofill(column) ? padded(text, width) : text;
    }

    /** Returns a number as a FLOAT or DOUBLE column shows it. */
    static String floating(ColumnDefinition column, DefaultSpec value) {
        BigDecimal number = number(value).stripTrailingZeros();
        boolean isFloat = column.type() == MySqlType.FLOAT;
        boolean exact = number.precision() <= (isFloat ? FLOAT_DIGITS : DOUBLE_DIGITS);
        boolean printed =
                number.abs().compareTo(SMALLEST_PRINTED) >= 0 && number.abs().compareTo(LARGEST_PRINTED) < 0;
        boolean zero = number.signum() == 0 && !isNegativeZero(value);
        if (!zero && !(exact && printed)) {
            throw new UncertainValueException();
        }
        if (column.precision() > 0) {
            if (number.scale() > column.scale()) {
                throw new UncertainValueException();
            }
            String text =
                    number.setScale(column.scale(), RoundingMode.UNNECESSARY).toPlainString();
            return isZerofill(column) ? padded(text, column.precision()) : text;
        }
        String text = zero ? "0" : number.toPlainString();
        return isZerofill(column) ? padded(text, isFloat ? FLOAT_WIDTH : DOUBLE_WIDTH) : text;
    }

    /**
     * Returns whether a value is negative zero; floating point numbers, and strings that become one, preserve the sign.
     */
    private static boolean isNegativeZero(DefaultSpec value) {
        return value instanceof DefaultSpec.Text text
                ? text.text().strip().startsWith("-")
                : value instanceof DefaultSpec.Number number
                        && number.isFloating()
                        && number.digits().startsWith("-");
    }

    /** Returns a number as the bits of a BIT column. */
    static BigInteger bits(DefaultSpec value) {
        requireWholeIfFloating(value);
        BigInteger bits = rounded(value);
        if (bits.signum() < 0) {
            throw new UncertainValueException();
        }
        return bits;
    }

    /**
     * Returns a number as a YEAR column shows it: two digits denote a year from 1970 to 2069, except for the number 0.
     */
    static String year(DefaultSpec value) {
        requireWholeIfFloating(value);
        boolean isText = value instanceof DefaultSpec.Text;
        if (isText && !YEAR.matcher(((DefaultSpec.Text) value).text().strip()).matches()) {
            throw new UncertainValueException();
        }
        BigInteger number = rounded(value);
        if (number.signum() < 0 || number.compareTo(LAST_YEAR) > 0) {
            throw new UncertainValueException();
        }
        int year = number.intValue();
        if (year == 0) {
            boolean small = isText && ((DefaultSpec.Text) value).text().strip().length() < WHOLE_YEAR;
            return small ? "2000" : "0000";
        }
        if (year < FIRST_YEAR_OF_1900) {
            return String.valueOf(2000 + year);
        }
        return String.valueOf(year < 100 ? 1900 + year : year);
    }

    /** Refuses floating point numbers with a fraction: some types round them, others truncate them. */
    private static void requireWholeIfFloating(DefaultSpec value) {
        if (value instanceof DefaultSpec.Number number
                && number.isFloating()
                && number(value).stripTrailingZeros().scale() > 0) {
            throw new UncertainValueException();
        }
    }

    /** Returns a number as a character column stores it: {@code 1e3} is 1000, and {@code .5} is 0.5. */
    static String text(DefaultSpec.Number value) {
        BigDecimal number = number(value);
        if (value.isFloating()) {
            boolean plain = number.stripTrailingZeros().scale() <= 0
                    && number.abs().compareTo(LARGEST_PRINTED) < 0
                    && !isNegativeZero(value);
            if (!plain) {
                throw new UncertainValueException();
            }
            return number.toBigInteger().toString();
        }
        return number.toPlainString();
    }

    private static BigDecimal number(DefaultSpec value) {
        if (value instanceof DefaultSpec.Bytes bytes) {
            if (bytes.value().length == 0 || bytes.value().length > Long.BYTES) {
                throw new UncertainValueException();
            }
            return new BigDecimal(new BigInteger(1, bytes.value()));
        }
        String text =
                value instanceof DefaultSpec.Text given ? given.text().strip() : ((DefaultSpec.Number) value).digits();
        if (!NUMBER.matcher(text).matches()) {
            throw new UncertainValueException();
        }
        BigDecimal number = new BigDecimal(text);
        if (number.precision() > LONGEST || number.scale() > MOST_DECIMALS) {
            throw new UncertainValueException();
        }
        return number;
    }

    private static boolean isZerofill(ColumnDefinition column) {
        return column.declaration().endsWith("zerofill");
    }

    private static String padded(String digits, int width) {
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
