package io.gaussferry.mysql.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The format of a column in a row image, from the binlog's TABLE_MAP event.
 *
 * @param code MySQL's type code ({@code enum_field_types} in {@code field_types.h}); for CHAR, BINARY, ENUM and SET, which
 *     TABLE_MAP all declares as STRING, the real code
 * @param metadata type parameter: bytes of the length prefix for BLOB, JSON, GEOMETRY and VECTOR; maximum length in bytes for
 *     VARCHAR and STRING; bytes of a value for FLOAT, DOUBLE, ENUM and SET; bits for BIT; {@code precision << 8 | scale} for
 *     NEWDECIMAL; fractional digits for TIME2, DATETIME2 and TIMESTAMP2; otherwise 0
 */
public record WireType(int code, int metadata) {

    public static final int TINY = 1;
    public static final int SHORT = 2;
    public static final int LONG = 3;
    public static final int FLOAT = 4;
    public static final int DOUBLE = 5;
    public static final int TIMESTAMP = 7;
    public static final int LONGLONG = 8;
    public static final int INT24 = 9;
    public static final int DATE = 10;
    public static final int TIME = 11;
    public static final int DATETIME = 12;
    public static final int YEAR = 13;
    static final int NEWDATE = 14;
    public static final int VARCHAR = 15;
    public static final int BIT = 16;
    public static final int TIMESTAMP2 = 17;
    public static final int DATETIME2 = 18;
    public static final int TIME2 = 19;
    static final int TYPED_ARRAY = 20;
    public static final int VECTOR = 242;
    public static final int JSON = 245;
    public static final int NEWDECIMAL = 246;
    public static final int ENUM = 247;
    public static final int SET = 248;
    static final int TINY_BLOB = 249;
    static final int MEDIUM_BLOB = 250;
    static final int LONG_BLOB = 251;
    public static final int BLOB = 252;
    static final int VAR_STRING = 253;
    public static final int STRING = 254;
    public static final int GEOMETRY = 255;

    private static final int LONGEST_OF_ONE_BYTE = 255;

    /**
     * Parses the types of a TABLE_MAP event.
     *
     * @param codes one type byte per column
     * @param metadata the event's metadata block, without its length
     * @return one type per column
     * @throws MalformedRowImageException if the block is shorter or longer than the types require
     * @throws UnsupportedColumnException for an unsupported type
     */
    public static List<WireType> parse(byte[] codes, byte[] metadata) {
        List<WireType> types = new ArrayList<>(codes.length);
        int offset = 0;
        for (int i = 0; i < codes.length; i++) {
            int code = codes[i] & 0xFF;
            int size = metadataBytes(code, i);
            if (size > metadata.length - offset) {
                throw new MalformedRowImageException("number " + (i + 1), "the table map has no metadata for it");
            }
            int first = size > 0 ? metadata[offset] & 0xFF : 0;
            int second = size > 1 ? metadata[offset + 1] & 0xFF : 0;
            types.add(of(code, first, second, i));
            offset += size;
        }
        if (offset != metadata.length) {
            throw new MalformedRowImageException(
                    "number " + codes.length,
                    (metadata.length - offset) + " unexpected bytes follow the table map's metadata");
        }
        return List.copyOf(types);
    }

    /**
     * Parses one type in the form in which the binlog connector provides metadata: the first of two bytes is in the high bits for
     * STRING, ENUM and SET, and in the low bits for all other types.
     *
     * @param code the type byte of TABLE_MAP, 0 to 255
     * @param metadata its metadata, 0 to 65535
     */
    public static WireType of(int code, int metadata) {
        boolean bigEndian = code == STRING || code == ENUM || code == SET;
        int low = metadata & 0xFF;
        int high = metadata >> 8 & 0xFF;
        return bigEndian ? of(code, high, low, 0) : of(code, low, high, 0);
    }

    private static WireType of(int code, int first, int second, int column) {
        return switch (code) {
            case STRING, ENUM, SET -> ofString(first, second, column);
            case VARCHAR, VAR_STRING -> new WireType(VARCHAR, first | second << 8);
            case BIT -> new WireType(BIT, checked(first + 8 * second, 1, 64, "bits", column));
            case NEWDECIMAL -> decimal(first, second, column);
            case TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB ->
                new WireType(BLOB, checked(first, 1, 4, "length bytes", column));
            case JSON, GEOMETRY, VECTOR -> new WireType(code, checked(first, 1, 4, "length bytes", column));
            case FLOAT -> new WireType(code, checked(first, 4, 4, "bytes", column));
            case DOUBLE -> new WireType(code, checked(first, 8, 8, "bytes", column));
            case TIME2, DATETIME2, TIMESTAMP2 -> new WireType(code, checked(first, 0, 6, "fractional digits", column));
            case NEWDATE -> new WireType(DATE, 0);
            default -> {
                metadataBytes(code, column);
                yield new WireType(code, 0);
            }
        };
    }

    /**
     * Parses a STRING. CHAR and BINARY of more than 255 bytes encode two bits of their length, inverted, in the type (MySQL bug
     * 37426).
     */
    private static WireType ofString(int first, int second, int column) {
        if ((first & 0x30) != 0x30) {
            return new WireType(STRING, second | ((first & 0x30) ^ 0x30) << 4);
        }
        return switch (first) {
            case ENUM -> new WireType(ENUM, checked(second, 1, 2, "bytes", column));
            case SET -> new WireType(SET, checked(second, 1, 8, "bytes", column));
            case STRING -> new WireType(STRING, second);
            default ->
                throw new MalformedRowImageException(
                        "number " + (column + 1), "type " + first + " cannot be encoded as STRING");
        };
    }

    /** The maximum of MariaDB; that of MySQL is 30. */
    private static final int MOST_DECIMALS = 38;

    private static WireType decimal(int precision, int scale, int column) {
        checked(precision, 1, 65, "digits", column);
        checked(scale, 0, Math.min(MOST_DECIMALS, precision), "decimals", column);
        return new WireType(NEWDECIMAL, precision << 8 | scale);
    }

    private static int checked(int value, int least, int most, String unit, int column) {
        if (value < least || value > most) {
            throw new MalformedRowImageException(
                    "number " + (column + 1),
                    value + " " + unit + " in the table map, outside the range of " + least + " to " + most);
        }
        return value;
    }

    /** Returns the number of bytes of every value; empty if it differs from value to value. */
    public OptionalInt valueBytes() {
        return switch (code) {
            case TINY, YEAR -> OptionalInt.of(1);
            case SHORT -> OptionalInt.of(2);
            case INT24, DATE -> OptionalInt.of(3);
            case LONG -> OptionalInt.of(4);
            case LONGLONG -> OptionalInt.of(8);
            case FLOAT, DOUBLE, ENUM, SET -> OptionalInt.of(metadata);
            case BIT -> OptionalInt.of((metadata + 7) / 8);
            case NEWDECIMAL -> OptionalInt.of(BinaryDecimal.size(metadata >> 8, metadata & 0xFF));
            case TIME2 -> OptionalInt.of(3 + TemporalParser.fractionBytes(metadata));
            case TIMESTAMP2 -> OptionalInt.of(4 + TemporalParser.fractionBytes(metadata));
            case DATETIME2 -> OptionalInt.of(5 + TemporalParser.fractionBytes(metadata));
            default -> OptionalInt.empty();
        };
    }

    /** Returns whether MySQL 5.5 stored such values in another form, which tables may still have before MySQL 8.0. */
    public boolean hasOldForm() {
        return code == TIME2 || code == TIMESTAMP2 || code == DATETIME2;
    }

    /** Returns the number of bytes of the length before a value: as announced, or as required by the maximum length. */
    public int lengthBytes() {
        boolean byMaximum = code == VARCHAR || code == STRING;
        if (!byMaximum) {
            return metadata;
        }
        return metadata > LONGEST_OF_ONE_BYTE ? 2 : 1;
    }

    /** Returns the size of a type's metadata in bytes: {@code Field::save_field_metadata} of its class in {@code field.cc}. */
    private static int metadataBytes(int code, int column) {
        return switch (code) {
            case TINY, SHORT, INT24, LONG, LONGLONG, TIMESTAMP, DATE, TIME, DATETIME, YEAR, NEWDATE -> 0;
            case FLOAT, DOUBLE, TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, JSON, GEOMETRY, VECTOR -> 1;
            case TIME2, DATETIME2, TIMESTAMP2 -> 1;
            case VARCHAR, VAR_STRING, BIT, NEWDECIMAL, STRING, ENUM, SET -> 2;
            case TYPED_ARRAY ->
                throw new UnsupportedColumnException(
                        "column number " + (column + 1) + " is the hidden array of a multi-valued index",
                        "drop the multi-valued index at the source, or exclude the table");
            default ->
                throw new UnsupportedColumnException(
                        "column number " + (column + 1) + " has type code " + code
                                + ", which no known version of MySQL writes",
                        "exclude the table and report the server's version");
        };
    }

    /** Appends the type byte and the metadata in the format of a TABLE_MAP event. The inverse of {@link #parse}. */
    public void writeTableMap(BinaryOutput codes, BinaryOutput block) {
        boolean string = code == STRING || code == ENUM || code == SET;
        codes.appendLittleEndian(string ? STRING : code, 1);
        switch (code) {
            // the type contains two bits of the length, inverted
            case STRING -> {
                block.appendLittleEndian(STRING ^ (metadata & 0x300) >> 4, 1);
                block.appendLittleEndian(metadata & 0xFF, 1);
            }
            case ENUM, SET -> {
                block.appendLittleEndian(code, 1);
                block.appendLittleEndian(metadata, 1);
            }
            case VARCHAR -> block.appendLittleEndian(metadata, 2);
            case BIT -> {
                block.appendLittleEndian(metadata % 8, 1);
                block.appendLittleEndian(metadata / 8, 1);
            }
            case NEWDECIMAL -> block.appendBigEndian(metadata, 2);
            case FLOAT, DOUBLE, BLOB, JSON, GEOMETRY, VECTOR, TIME2, DATETIME2, TIMESTAMP2 ->
                block.appendLittleEndian(metadata, 1);
            default -> {}
        }
    }

    /** Returns the name and size of the type, for messages. */
    @Override
    public String toString() {
        return switch (code) {
            case TINY -> "TINYINT";
            case SHORT -> "SMALLINT";
            case INT24 -> "MEDIUMINT";
            case LONG -> "INT";
            case LONGLONG -> "BIGINT";
            case FLOAT -> "FLOAT";
            case DOUBLE -> "DOUBLE";
            case NEWDECIMAL -> "DECIMAL(" + (metadata >> 8) + "," + (metadata & 0xFF) + ")";
            case BIT -> "BIT(" + metadata + ")";
            case VARCHAR -> "VARCHAR or VARBINARY of " + metadata + " bytes";
            case STRING -> "CHAR or BINARY of " + metadata + " bytes";
            case BLOB -> "TEXT or BLOB with " + metadata + " length bytes";
            case DATE -> "DATE";
            case TIME -> "TIME of MySQL 5.5";
            case DATETIME -> "DATETIME of MySQL 5.5";
            case TIMESTAMP -> "TIMESTAMP of MySQL 5.5";
            case TIME2 -> "TIME(" + metadata + ")";
            case DATETIME2 -> "DATETIME(" + metadata + ")";
            case TIMESTAMP2 -> "TIMESTAMP(" + metadata + ")";
            case YEAR -> "YEAR";
            case ENUM -> "ENUM of " + metadata + " bytes";
            case SET -> "SET of " + metadata + " bytes";
            case JSON -> "JSON";
            case GEOMETRY -> "GEOMETRY";
            case VECTOR -> "VECTOR";
            default -> "type code " + code;
        };
    }
}
