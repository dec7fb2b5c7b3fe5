package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.NegativeZeros;
import io.gaussferry.convert.text.FixedDecimal;
import io.gaussferry.convert.text.ShortestDecimal;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;
import java.nio.charset.StandardCharsets;

/**
 * FLOAT and DOUBLE, IEEE 754, least significant byte first. Written with the fewest digits that parse to the same value;
 * FLOAT(m,d) and DOUBLE(m,d) with d decimals, as MySQL prints them.
 */
public final class FloatingCodec implements ValueCodec {

    /** Limit of the parsed length, far above that of any double that MySQL prints. */
    private static final int MAXIMUM_LENGTH = 400;

    private final String column;
    private final boolean single;
    private final int decimals;

    private final NegativeZeros negativeZeros;

    public FloatingCodec(String column, boolean single, int decimals, NegativeZeros negativeZeros) {
        this.negativeZeros = negativeZeros;
        this.column = column;
        this.single = single;
        this.decimals = decimals;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, single ? 4 : 8, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        skip(image, offset, limit);
        sink.beginValue();
        if (single) {
            float value = Float.intBitsToFloat(Wire.int32(image, offset));
            requireFinite(Float.isFinite(value));
            writeNumber(value, sink);
        } else {
            double value = Double.longBitsToDouble(Wire.int64(image, offset));
            requireFinite(Double.isFinite(value));
            writeNumber(value, sink);
        }
        sink.endValue();
    }

    private void writeNumber(double number, ValueSink sink) {
        double value = negativeZeros.written(number, sink);
        if (decimals != FixedDecimal.ALL) {
            // MySQL's rounding stores 12345678.910000002 in a DOUBLE(10,2), but MySQL prints 12345678.91, and so does
            // the target
            sink.ascii(ValueSink.ascii(FixedDecimal.of(value, decimals).toPlainString()));
        } else if (single) {
            ShortestDecimal.write((float) value, sink);
        } else {
            ShortestDecimal.write(value, sink);
        }
    }

    private void requireFinite(boolean finite) {
        if (!finite) {
            throw new MalformedRowImageException(column, "it is infinite or not a number, which MySQL never stores");
        }
    }

    /**
     * {@inheritDoc} Multiplies by one: MySQL prints a FLOAT with six digits, and FLOAT(m,d) and DOUBLE(m,d) with d decimals, but
     * a product with all digits. A product with one, unlike a sum with zero, also preserves the sign of -0.
     */
    @Override
    public String selectExpression(String quotedColumn) {
        return quotedColumn + " * 1e0";
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        double number = parse(value);
        sink.beginValue();
        if (single && Double.compare((float) number, number) != 0) {
            throw SelectedNumber.notANumber(value, column);
        }
        writeNumber(number, sink);
        sink.endValue();
    }

    private double parse(byte[] value) {
        if (value.length > MAXIMUM_LENGTH) {
            throw SelectedNumber.notANumber(value, column);
        }
        try {
            double number = Double.parseDouble(new String(value, StandardCharsets.ISO_8859_1));
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException expected) {
            // reported below, as for other invalid strings
        }
        throw SelectedNumber.notANumber(value, column);
    }
}
