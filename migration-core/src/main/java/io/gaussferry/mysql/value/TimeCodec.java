package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.TemporalParser;
import io.gaussferry.mysql.wire.Wire;

/**
 * TIME(f), -838:59:59 to 838:59:59. Since MySQL 5.6: three bytes, most significant first, and the fraction, together offset by
 * the middle of their range ({@code my_time_packed_from_binary} in {@code my_time.cc}): 10 bits of hours, 6 of minutes and 6 of
 * seconds. A negative value is therefore the complement of all bits, including the fraction. Earlier versions: the number hhmmss
 * in three bytes, least significant first, signed.
 */
public final class TimeCodec implements ValueCodec {

    private static final int WHOLE_SIZE = 3;
    private static final int LONGEST_HOURS = 838;
    private static final byte[] HOURS = ValueSink.ascii(" hours ");
    private static final byte[] MINUTES = ValueSink.ascii(" minutes ");
    private static final byte[] SECONDS = ValueSink.ascii(" seconds");

    private final String column;
    private final boolean old;
    private final int digits;
    private final int size;
    private final boolean wholeRange;
    private final TimeOutOfRange rule;
    private final ColumnUsage usage;

    /** @param wholeRange whether the target's {@code time} has the full range of MySQL's; the rule is then ignored */
    public TimeCodec(
            String column, boolean old, int digits, boolean wholeRange, ConversionRules rules, ColumnUsage usage) {
        this.column = column;
        this.old = old;
        this.digits = digits;
        this.size = WHOLE_SIZE + TemporalParser.fractionBytes(digits);
        this.wholeRange = wholeRange;
        this.rule = rules.timeOutOfRange();
        this.usage = usage;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        if (old) {
            int number = (image[offset] & 0xFF) | (image[offset + 1] & 0xFF) << 8 | image[offset + 2] << 16;
            int magnitude = Math.abs(number);
            writeChecked(number < 0, magnitude / 10_000, magnitude / 100 % 100, magnitude % 100, 0, sink);
            return;
        }
        int fractionBits = 8 * (size - WHOLE_SIZE);
        long packed = Wire.bigEndian(image, offset, size) - (0x80_0000L << fractionBits);
        long magnitude = Math.abs(packed);
        long whole = magnitude >> fractionBits;
        // in two's complement the fraction is negated together with the rest; the magnitude contains both unchanged
        long units = magnitude & (1L << fractionBits) - 1;
        int micros = (int) (units * TemporalParser.microsPerUnit(digits));
        writeChecked(packed < 0, (int) (whole >> 12), (int) (whole >> 6) & 63, (int) whole & 63, micros, sink);
    }

    private void writeChecked(boolean negative, int hours, int minutes, int seconds, int micros, ValueSink sink) {
        if (hours > LONGEST_HOURS || minutes > 59 || seconds > 59 || micros > 999_999) {
            throw new MalformedRowImageException(column, "it is outside the range of TIME");
        }
        boolean beyondADay = !wholeRange && (negative || hours > 23);
        if (beyondADay && rule != TimeOutOfRange.REFUSE) {
            usage.used(Rule.TIME_OUT_OF_RANGE, sink);
        }
        sink.beginValue();
        if (!wholeRange && rule == TimeOutOfRange.INTERVAL) {
            writeInterval(negative, hours, minutes, seconds, micros, sink);
        } else {
            if (beyondADay && rule == TimeOutOfRange.REFUSE) {
                throw beyondADay(negative, hours, minutes, seconds);
            }
            if (negative) {
                sink.ascii('-');
            }
            sink.zeroPadded(hours, hours > 99 ? 3 : 2);
            sink.ascii(':');
            sink.zeroPadded(minutes, 2);
            sink.ascii(':');
            sink.zeroPadded(seconds, 2);
            TemporalParser.writeFraction(micros, digits, sink);
        }
        sink.endValue();
    }

    /** Writes the form with units, because not every target parses {@code 838:59:59} as an interval. */
    private void writeInterval(boolean negative, int hours, int minutes, int seconds, int micros, ValueSink sink) {
        writeSigned(negative, hours, sink);
        sink.ascii(HOURS);
        writeSigned(negative, minutes, sink);
        sink.ascii(MINUTES);
        writeSigned(negative, seconds, sink);
        TemporalParser.writeFraction(micros, digits, sink);
        sink.ascii(SECONDS);
    }

    private static void writeSigned(boolean negative, int value, ValueSink sink) {
        if (negative) {
            sink.ascii('-');
        }
        sink.unsignedDecimal(value);
    }

    private UnconvertibleValueException beyondADay(boolean negative, int hours, int minutes, int seconds) {
        return new UnconvertibleValueException(
                column,
                String.format("%s%02d:%02d:%02d", negative ? "-" : "", hours, minutes, seconds),
                "exceeds the range of the target's time type, one day",
                "change the value at the source, or set gaussferry.rules.time-out-of-range to \"interval\" or \"text\"");
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        TemporalParser input = new TemporalParser(value, column);
        boolean negative = input.accept('-');
        int hours = input.hours();
        input.expect(':');
        int minutes = input.digits(2);
        input.expect(':');
        int seconds = input.digits(2);
        int micros = input.fractionAndEnd(digits);
        writeChecked(negative, hours, minutes, seconds, micros, sink);
    }
}
