package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.Wire;

/**
 * GEOMETRY and its subtypes: a length of 4 bytes, the number of the spatial reference system, and the WKB. The target
 * stores only the WKB, so the number is taken from the column. A replica stores the content of rows events without
 * validation; the WKB is therefore validated here, as MySQL does ({@code Geometry::construct} in its {@code
 * spatial.h}).
 */
public final class GeometryEncoder implements ValueEncoder {

    private static final int LENGTH_BYTES = 4;
    private static final int REFERENCE_SYSTEM_BYTES = 4;
    private static final int POINT_BYTES = 16;

    private static final int ANY = 0;
    private static final int POINT = 1;
    private static final int LINE_STRING = 2;
    private static final int POLYGON = 3;
    private static final int MULTI_POINT = 4;
    private static final int MULTI_LINE_STRING = 5;
    private static final int MULTI_POLYGON = 6;
    private static final int COLLECTION = 7;

    private final String column;
    private final int kind;
    private final long referenceSystem;

    /**
     * @param declaration the column's type
     * @param referenceSystem the number for all of its values; 0 to 2^32 - 1
     */
    public GeometryEncoder(String column, String declaration, long referenceSystem) {
        this.column = column;
        this.kind = kind(declaration);
        this.referenceSystem = referenceSystem;
    }

    private static int kind(String declaration) {
        return switch (declaration) {
            case "point" -> POINT;
            case "linestring" -> LINE_STRING;
            case "polygon" -> POLYGON;
            case "multipoint" -> MULTI_POINT;
            case "multilinestring" -> MULTI_LINE_STRING;
            case "multipolygon" -> MULTI_POLYGON;
            case "geomcollection", "geometrycollection" -> COLLECTION;
            default -> ANY;
        };
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        if (new WkbParser(bytes, from, to).end(kind) != to) {
            throw ReverseConversionErrors.of(
                    column,
                    UnconvertibleValueException.showHex(bytes, from, to),
                    "is not a valid WKB for MySQL's column: it must be little-endian, complete, of the column's type and without trailing bytes");
        }
        image.appendLittleEndian(REFERENCE_SYSTEM_BYTES + to - from, LENGTH_BYTES);
        image.appendLittleEndian(referenceSystem, REFERENCE_SYSTEM_BYTES);
        image.append(bytes, from, to);
    }

    /** Validates one value. */
    private static final class WkbParser {

        private static final int NONE = -1;

        private final byte[] bytes;
        private final int to;
        private int position;

        WkbParser(byte[] bytes, int from, int to) {
            this.bytes = bytes;
            this.to = to;
            this.position = from;
        }

        /** Returns the offset after a geometry of a kind, or {@link #NONE}. */
        int end(int kind) {
            return isGeometry(kind) ? position : NONE;
        }

        private boolean isGeometry(int kind) {
            if (to - position < 5 || bytes[position] != 1) {
                return false;
            }
            long found = Wire.littleEndian(bytes, position + 1, 4);
            position += 5;
            if (kind != ANY && found != kind) {
                return false;
            }
            return switch ((int) found) {
                case POINT -> points(1);
                case LINE_STRING -> isLine(2);
                case POLYGON -> areLines();
                case MULTI_POINT -> areGeometries(POINT);
                case MULTI_LINE_STRING -> areGeometries(LINE_STRING);
                case MULTI_POLYGON -> areGeometries(POLYGON);
                case COLLECTION -> areGeometries(ANY);
                default -> false;
            };
        }

        private long count() {
            if (to - position < 4) {
                return NONE;
            }
            position += 4;
            return Wire.littleEndian(bytes, position - 4, 4);
        }

        private boolean points(long count) {
            if (count * POINT_BYTES > to - position) {
                return false;
            }
            position += (int) count * POINT_BYTES;
            return true;
        }

        private boolean isLine(int minimumPoints) {
            long count = count();
            return count >= minimumPoints && points(count);
        }

        /** Validates a polygon's rings. */
        private boolean areLines() {
            long count = count();
            boolean valid = count >= 1;
            for (long i = 0; valid && i < count; i++) {
                valid = isLine(4);
            }
            return valid;
        }

        private boolean areGeometries(int kind) {
            long count = count();
            // only a collection may be empty
            boolean valid = count >= (kind == ANY ? 0 : 1);
            for (long i = 0; valid && i < count; i++) {
                valid = isGeometry(kind);
            }
            return valid;
        }
    }
}
