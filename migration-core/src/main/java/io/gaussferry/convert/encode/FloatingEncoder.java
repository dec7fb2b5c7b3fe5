package io.gaussferry.convert.encode;

import io.gaussferry.convert.text.FixedDecimal;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ShortestDecimal;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.Wire;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * FLOAT and DOUBLE, least significant byte first. Columns with declared decimals are {@code numeric} on the target, which
 * has digits that MySQL's types round away: a value must be the one that MySQL prints.
 */
public final class FloatingEncoder implements ValueEncoder {

    private final String column;
    private final boolean single;
    private final boolean unsigned;
    private final int decimals;
    private final TargetType type;
    private final NumericDigits digits;

    /** @param decimals declared decimals, or {@link FixedDecimal#ALL} */
    public FloatingEncoder(String column, boolean single, boolean unsigned, int decimals, TargetType type) {
        this.column = column;
        this.single = single;
        this.unsigned = unsigned;
        this.decimals = decimals;
        this.type = type;
        this.digits = new NumericDigits(column);
    }

    /** Returns whether values of a type can be encoded. */
    public static boolean supports(TargetType type) {
        return type == TargetType.FLOAT4 || type == TargetType.FLOAT8 || type == TargetType.NUMERIC;
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        double value = read(bytes, from, to);
        if (!Double.isFinite(value)) {
            throw ReverseConversionErrors.of(column, String.valueOf(value), "is not a number in MySQL");
        }
        if (unsigned && value < 0) {
            throw ReverseConversionErrors.of(
                    column, String.valueOf(value), "is negative, but MySQL's column is UNSIGNED");
        }
        if (!single) {
            image.appendLittleEndian(Double.doubleToRawLongBits(value), Double.BYTES);
            return;
        }
        if (Double.compare((float) value, value) != 0) {
            throw ReverseConversionErrors.of(column, String.valueOf(value), "has more digits than MySQL's FLOAT");
        }
        image.appendLittleEndian(Float.floatToRawIntBits((float) value), Float.BYTES);
    }

    private double read(byte[] bytes, int from, int to) {
        if (type == TargetType.NUMERIC) {
            return readNumeric(bytes, from, to);
        }
        int size = type == TargetType.FLOAT4 ? Float.BYTES : Double.BYTES;
        if (to - from != size) {
            throw ReverseConversionErrors.malformed(column, bytes, from, to, type.name());
        }
        return type == TargetType.FLOAT4
                ? Float.intBitsToFloat((int) Wire.bigEndian(bytes, from, size))
                : Double.longBitsToDouble(Wire.bigEndian(bytes, from, size));
    }

    private double readNumeric(byte[] bytes, int from, int to) {
        digits.read(bytes, from, to);
        String text = digits.toString();
        double value = single ? Float.parseFloat(text) : Double.parseDouble(text);
        if (Double.isFinite(value) && printed(value).compareTo(new BigDecimal(text)) != 0) {
            throw ReverseConversionErrors.of(
                    column, text, "has more digits than MySQL's " + (single ? "FLOAT" : "DOUBLE") + " stores");
        }
        return value;
    }

    /** Returns the number that MySQL prints. */
    private BigDecimal printed(double value) {
        if (decimals != FixedDecimal.ALL) {
            return FixedDecimal.of(value, decimals);
        }
        PlainText sink = new PlainText();
        if (single) {
            ShortestDecimal.write((float) value, sink);
        } else {
            ShortestDecimal.write(value, sink);
        }
        return new BigDecimal(new String(sink.buffer(), 0, sink.length(), StandardCharsets.US_ASCII));
    }
}
