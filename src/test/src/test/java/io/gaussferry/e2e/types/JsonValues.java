package io.gaussferry.e2e.types;

import static io.gaussferry.e2e.types.Reading.TEXT;
import static io.gaussferry.e2e.types.TypeValues.type;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON documents, which the binlog contains in a binary form; the string must be the one that MySQL prints. */
public final class JsonValues {

    private static final String LARGEST_DECIMAL = "9".repeat(35) + "." + "9".repeat(30);
    private static final int LONGEST_NESTING_OF_MARIADB = 31;

    private static final String WITH_EQUAL_KEYS = "{\"bb\": 1, \"a\": 2, \"a\": 3}";

    private JsonValues() {}

    public static List<TypeValues> documents() {
        return List.of(scalars(), opaque(), containers(100, "{\"a\": 3, \"bb\": 1}"));
    }

    /** Documents of MariaDB, which stores the string. */
    public static List<TypeValues> strings() {
        return List.of(scalars(), containers(LONGEST_NESTING_OF_MARIADB, WITH_EQUAL_KEYS));
    }

    /** A decimal that MySQL logs with 66 digits. Reverse replication refuses it: MySQL reads a number with a point as a DOUBLE. */
    public static List<TypeValues> largestDecimal() {
        return List.of(type("JSON", TEXT)
                .value("CAST(CAST('" + LARGEST_DECIMAL + "' AS DECIMAL(65,30)) AS JSON)", LARGEST_DECIMAL));
    }

    private static TypeValues scalars() {
        return type("JSON", TEXT)
                .text("null")
                .text("true")
                .text("false")
                .text("0")
                .text("-32768")
                .text("32768")
                .text("65536")
                .text("-2147483649")
                .text("9223372036854775807")
                .text("-9223372036854775808")
                .text("18446744073709551615")
                .text("0.1")
                .text("-1.5")
                .text("1e300")
                .text("1.7976931348623157e308")
                .text("\"\"")
                .text("\"ü 😀 \\\" \\\\ \\n \\t / 中\"")
                .text("\"\\u0000\\u0001\"")
                .text("\"" + "x".repeat(127) + "\"")
                .text("\"" + "y".repeat(128) + "\"")
                .text("\"" + "z".repeat(16_384) + "\"");
    }

    /** SQL values for which JSON has no type. */
    private static TypeValues opaque() {
        return type("JSON", TEXT)
                .value("CAST(1.10 AS JSON)", "1.10")
                .value("CAST(-0.000000000000000000000000000001 AS JSON)", "-0.000000000000000000000000000001")
                .value("CAST(CAST('2024-02-29' AS DATE) AS JSON)", "\"2024-02-29\"")
                .value(
                        "CAST(CAST('2024-02-29 01:02:03.000004' AS DATETIME(6)) AS JSON)",
                        "\"2024-02-29 01:02:03.000004\"")
                .value("CAST(CAST('-10:00:01.5' AS TIME(6)) AS JSON)", "\"-10:00:01.500000\"")
                .value("CAST(CAST('23:59:59.5' AS TIME(1)) AS JSON)", "\"23:59:59.500000\"")
                .value("CAST(CAST(x'0001ff' AS BINARY) AS JSON)", "\"base64:type15:AAH/\"")
                .value(
                        "JSON_ARRAY(CAST(18446744073709551615 AS UNSIGNED), 1.0, 1e0)",
                        "[18446744073709551615, 1.0, 1.0]");
    }

    private static TypeValues containers(int depth, String withEqualKeys) {
        String deepest = "[".repeat(depth) + "]".repeat(depth);
        String many = IntStream.range(0, 3_000)
                .mapToObj(key -> "\"k%05d\": \"value %d\"".formatted(key, key))
                .collect(Collectors.joining(", ", "{", "}"));
        return type("JSON", TEXT)
                .text("{}")
                .text("[]")
                .text("[[], {}, \"\", null]")
                .text("{\"\": 1}")
                .text("{\"a\": {\"b\": [1, 2.5, true, null, \"c\"]}}")
                // MySQL keeps the last of equal keys, and orders keys by length first
                .value("'" + WITH_EQUAL_KEYS + "'", withEqualKeys)
                .text("{\"k'ey\\\\\": \"😀\"}")
                .text(deepest)
                // beyond 64 KiB offsets take four bytes
                .text(many)
                .text("[\"" + "w".repeat(70_000) + "\", 1, 70000, null, {\"a\": true}]");
    }
}
