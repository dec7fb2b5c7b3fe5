package io.gaussferry.e2e.types;

import static io.gaussferry.e2e.types.Reading.BYTES;
import static io.gaussferry.e2e.types.Reading.GEOMETRY;
import static io.gaussferry.e2e.types.Reading.LARGE_BYTES;
import static io.gaussferry.e2e.types.Reading.LARGE_TEXT;
import static io.gaussferry.e2e.types.TypeValues.type;

import java.util.List;

/** Bytes, and types that are replicated as bytes. */
public final class BinaryValues {

    /** Repeats 16 bytes to a little over 16 MiB, at which MySQL's protocol starts another packet. */
    static final String REPETITIONS = "1048577";

    /** Digits, a tab, a line end, quotes, braces and an umlaut: 16 bytes of UTF-8. */
    static final String LARGE_TEXT_DIGITS = "30313233205c090a2722c3bc7b7d2c3b";

    static final String LARGE_BYTES_DIGITS = "000102030405060708090a0b5cff27ff";

    private BinaryValues() {}

    public static List<TypeValues> bytes() {
        String everyByte = everyByte();
        return List.of(
                // the binlog strips trailing zero bytes; MySQL restores them
                type("BINARY(4)", BYTES)
                        .bytes("00000000")
                        .bytes("61000000")
                        .bytes("ffffff00")
                        .bytes("00000001")
                        .value("x'5c78'", "\\x5c780000"),
                type("BINARY(255)", BYTES).bytes(everyByte.substring(2)).value("x'20'", "\\x20" + "00".repeat(254)),
                type("BINARY(0)", BYTES).bytes(""),
                type("VARBINARY(0)", BYTES).bytes(""),
                type("VARBINARY(4)", BYTES)
                        .bytes("")
                        .bytes("00")
                        .bytes("6100")
                        .bytes("20202020")
                        .bytes("5c783431"),
                type("VARBINARY(255)", BYTES).bytes("00".repeat(255)),
                type("VARBINARY(256)", BYTES).bytes(everyByte).bytes("ff"),
                type("TINYBLOB", BYTES).bytes("").bytes("ff".repeat(255)),
                type("BLOB", BYTES).bytes("").bytes(everyByte).bytes("5c4e"),
                type("MEDIUMBLOB", BYTES).value("REPEAT(x'00ff', 40000)", "\\x" + "00ff".repeat(40_000)),
                type("LONGBLOB", BYTES).bytes(everyByte + everyByte));
    }

    /** MySQL stores the number of the reference system before the WKB. */
    public static List<TypeValues> geometries() {
        String point = "0101000000000000000000f03f0000000000000040";
        String line = "010200000002000000" + point.substring(10) + point.substring(10);
        return List.of(
                type("POINT", GEOMETRY)
                        .value("ST_GeomFromText('POINT(1 2)')", "\\x" + point)
                        // MariaDB ignores the axis order of a reference system
                        .value("ST_GeomFromText(/*!80000 'POINT(2 1)', */ /*M! 'POINT(1 2)', */ 4326)", "\\x" + point)
                        .value("ST_GeomFromText('POINT(-0.5 1e300)')", "\\x0101000000000000000000e0bf9c7500883ce4377e"),
                type("LINESTRING", GEOMETRY).value("ST_GeomFromText('LINESTRING(1 2, 1 2)')", "\\x" + line),
                type("GEOMETRY", GEOMETRY)
                        .value("ST_GeomFromText('MULTIPOINT(1 2)')", "\\x010400000001000000" + point)
                        .value("ST_GeomFromText('GEOMETRYCOLLECTION EMPTY')", "\\x010700000000000000")
                        .value(
                                "ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(1 2, 1 2))')",
                                "\\x010700000002000000" + point + line));
    }

    /** Vectors, in MySQL 9 and later. */
    public static List<TypeValues> vectors() {
        return List.of(type("VECTOR(3)", BYTES)
                .value("STRING_TO_VECTOR('[1, -2.5, 0]')", "\\x0000803f000020c000000000")
                .value("STRING_TO_VECTOR('[1]')", "\\x0000803f"));
    }

    /** Values larger than one packet of MySQL's protocol. */
    public static List<TypeValues> large() {
        return List.of(
                type("LONGTEXT", LARGE_TEXT)
                        .value(
                                "CONVERT(REPEAT(x'" + LARGE_TEXT_DIGITS + "', " + REPETITIONS + ") USING utf8mb4)",
                                "as written"),
                type("LONGBLOB", LARGE_BYTES)
                        .value("REPEAT(x'" + LARGE_BYTES_DIGITS + "', " + REPETITIONS + ")", "as written"));
    }

    private static String everyByte() {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 256; i++) {
            digits.append("%02x".formatted(i));
        }
        return digits.toString();
    }
}
