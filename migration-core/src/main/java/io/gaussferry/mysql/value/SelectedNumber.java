package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueSink;

/** Parses integers and decimals as printed by MySQL. */
final class SelectedNumber {

    private SelectedNumber() {}

    /**
     * Writes {@code [-]digits[.digits]} without the leading zeros of ZEROFILL, so that copy and replication write equal strings.
     */
    static void write(byte[] value, String column, ValueSink sink) {
        int start = 0;
        if (value.length > 0 && value[0] == '-') {
            start = 1;
            sink.ascii('-');
        }
        int points = 0;
        for (int i = start; i < value.length; i++) {
            if (value[i] == '.' && i > start && i < value.length - 1 && points++ == 0) {
                continue;
            }
            if (value[i] < '0' || value[i] > '9') {
                throw notANumber(value, column);
            }
        }
        if (start == value.length) {
            throw notANumber(value, column);
        }
        while (start < value.length - 1 && value[start] == '0' && value[start + 1] != '.') {
            start++;
        }
        sink.ascii(value, start, value.length);
    }

    static UnconvertibleValueException notANumber(byte[] value, String column) {
        return new UnconvertibleValueException(
                column,
                UnconvertibleValueException.showText(value, 0, value.length),
                "is not a number in MySQL's format",
                "select the column with its codec's expression");
    }
}
