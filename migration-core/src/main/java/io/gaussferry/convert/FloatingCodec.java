package io.gaussferry.convert;

import java.nio.charset.StandardCharsets;

/**
 * FLOAT and DOUBLE, IEEE 754, least significant byte first, written with the fewest digits that give the same value
 * back.
 */
final class FloatingCodec implements ValueCodec {

    /** The longest text of a double that MySQL prints is far shorter; no reason to parse more. */
    private static final int LONGEST_TEXT = 400;

    private final String column;
    private final boolean single;

    FloatingCodec(String column, boolean single) {
        this.column = column;
        this.single = single;
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
            ShortestDecimal.write(value, sink);
        } else {
            double value = Double.longBitsToDouble(Wire.int64(image, offset));
            requireFinite(Double.isFinite(value));
            ShortestDecimal.write(value, sink);
        }
        sink.endValue();
    }

    private void requireFinite(boolean finite) {
        if (!finite) {
            throw new MalformedRowImageException(column, "it is infinite or not a number, which MySQL never stores");
        }
    }

    /**
     * MySQL prints a FLOAT with six digits, and FLOAT(m,d) and DOUBLE(m,d) with d decimals: a product is printed with all
     * that it has. A product with one, unlike a sum with zero, also keeps the sign of -0.
     */
    @Override
    public String selectExpression(String quotedColumn) {
        return quotedColumn + " * 1e0";
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        double number = parse(value);
        sink.beginValue();
        if (single) {
            if (Double.compare((float) number, number) != 0) {
                throw SelectedNumber.notANumber(value, column);
            }
            ShortestDecimal.write((float) number, sink);
        } else {
            ShortestDecimal.write(number, sink);
        }
        sink.endValue();
    }

    private double parse(byte[] value) {
        if (value.length > LONGEST_TEXT) {
            throw SelectedNumber.notANumber(value, column);
        }
        try {
            double number = Double.parseDouble(new String(value, StandardCharsets.ISO_8859_1));
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException expected) {
            // Told below, as for every other text that is not a number.
        }
        throw SelectedNumber.notANumber(value, column);
    }
}
