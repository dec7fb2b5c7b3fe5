package io.gaussferry.e2e;

import io.gaussferry.e2e.types.TargetForm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Generates literals of MySQL that are hard to replicate: extremes, blanks, rare characters, and values near the limits of other types. */
final class HostileValues {

    private static final List<String> INTEGERS = List.of(
            "0",
            "1",
            "-1",
            "2",
            "3",
            "7",
            "127",
            "128",
            "-128",
            "255",
            "32767",
            "-32768",
            "65535",
            "8388607",
            "16777215",
            "2147483647",
            "-2147483648",
            "4294967295",
            "9223372036854775807",
            "-9223372036854775808",
            "18446744073709551615",
            "'7'",
            "' 8'",
            "TRUE");

    private static final List<String> DECIMALS = List.of(
            "0",
            "1",
            "-1",
            "1.5",
            "2.5",
            "-0.005",
            "0.005",
            "99.99",
            "-99.99",
            "999999.99",
            "12345678901234567890",
            "1e2");

    private static final List<String> FLOATS = List.of(
            "0",
            "-0e0",
            "1",
            "0.1",
            "1e0 / 3",
            "-2.5",
            "1e10",
            "16777217",
            "3.4028234e38",
            "1.17549435e-38",
            "1e-45",
            "5e-324",
            "1.7976931348623157e308",
            "9007199254740993");

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "A",
            "a ",
            "b",
            "B",
            "ä",
            "a\u0308",
            "é",
            "ß",
            "ss",
            "😀",
            "中",
            "NaN",
            "Infinity",
            "NULL",
            "\\N",
            "\\",
            "\t",
            "a\nb",
            "'",
            "\"",
            "0",
            "7",
            "-0",
            "{}",
            "2024-02-03",
            "x,y",
            "longer than twenty characters");

    private static final List<String> BYTES =
            List.of("x''", "x'00'", "x'0000'", "x'6100'", "x'61'", "x'FF'", "x'E9'", "x'F09F9880'", "x'5C4E'");

    private static final List<String> DATES = List.of(
            "'2024-02-29'",
            "'1000-01-01'",
            "'9999-12-31'",
            "'1970-01-01'",
            "'2024-02-03'",
            "'0001-01-01'",
            "'2038-01-19'");

    private static final List<String> TIMES = List.of(
            "'00:00:00'", "'23:59:59'", "'12:34:56.7'", "'12:34:56.789012'", "'01:02:03.5'", "'23:59:59.999999'");

    private static final List<String> WIDE_TIMES =
            List.of("'838:59:59'", "'-838:59:59'", "'-00:00:01'", "'-00:00:00.5'", "'24:00:00'");

    private static final List<String> MOMENTS = List.of(
            "'2024-02-29 12:34:56'",
            "'2024-03-31 02:30:00'",
            "'1000-01-01 00:00:00'",
            "'9999-12-31 23:59:59'",
            "'2024-02-03 04:05:06.789'",
            "'1970-01-02 00:00:01'",
            "'2038-01-19 03:14:07'",
            "'2024-10-27 02:30:00.999999'",
            "NOW(6)");

    private static final List<String> JSON = List.of(
            "'{}'",
            "'[]'",
            "'null'",
            "'\"a \"'",
            "'{\"b\": 1, \"a\": [1, 2.50, -0.0, null]}'",
            "'18446744073709551615'",
            "CAST(1.10 AS JSON)",
            "JSON_OBJECT('d', CAST('2024-02-03' AS DATE), 't', CAST('12:00:00.5' AS TIME(1)))",
            "JSON_ARRAY(1e300, 0.1, '😀')");

    private final SplittableRandom random;
    private final boolean wide;
    private final boolean signed;

    /** @param form of the target: only dolphin has zero dates and MySQL's range of TIME, only PostgreSQL has -0 */
    HostileValues(SplittableRandom random, TargetForm form) {
        this.random = random;
        this.wide = form == TargetForm.DOLPHIN;
        this.signed = form == TargetForm.POSTGRES;
    }

    /** Returns a literal for a column, rarely one of another type. */
    String of(String columnType) {
        if (random.nextInt(12) == 0) {
            return "NULL";
        }
        String type = columnType.toLowerCase(Locale.ROOT);
        if (type.startsWith("tinyint") || type.startsWith("year")) {
            return random.nextInt(3) == 0 && type.startsWith("year")
                    ? any(List.of("0", "1901", "2155", "2024"))
                    : String.valueOf(random.nextInt(100));
        }
        if (type.contains("int")) {
            return random.nextBoolean() ? String.valueOf(random.nextInt(12)) : any(INTEGERS);
        }
        if (type.startsWith("decimal")) {
            return any(DECIMALS);
        }
        if (type.startsWith("float") || type.startsWith("double")) {
            String value = any(FLOATS);
            return signed ? value : value.replace("-0e0", "-1e0");
        }
        if (type.startsWith("enum")) {
            return any(List.of("'a'", "'b'", "'c'", "1", "2", "'A'"));
        }
        if (type.startsWith("set")) {
            return any(List.of("''", "'a'", "'a,b'", "'c,a'", "1", "2", "5"));
        }
        if (type.contains("char") || type.contains("text")) {
            return text();
        }
        if (type.contains("binary") || type.contains("blob")) {
            return any(BYTES);
        }
        if (type.startsWith("bit")) {
            return any(List.of("b'0'", "b'1'", "b'101'", "x'FF'", "3"));
        }
        if (type.startsWith("datetime") || type.startsWith("timestamp")) {
            return wide && random.nextInt(8) == 0 ? "'0000-00-00 00:00:00'" : any(MOMENTS);
        }
        if (type.startsWith("date")) {
            return wide && random.nextInt(8) == 0 ? "'0000-00-00'" : any(DATES);
        }
        if (type.startsWith("time")) {
            return wide && random.nextInt(3) == 0 ? any(WIDE_TIMES) : any(TIMES);
        }
        return type.startsWith("json") ? any(JSON) : "NULL";
    }

    /** Returns a string that no setting of a session changes. */
    String text() {
        String text = random.nextInt(4) == 0 ? "k" + random.nextInt(9) : any(TEXTS);
        return "CONVERT(x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
    }

    /** Returns the types of columns. */
    List<String> types() {
        List<String> types = new ArrayList<>(List.of(
                "TINYINT",
                "TINYINT(1)",
                "TINYINT UNSIGNED",
                "SMALLINT",
                "SMALLINT UNSIGNED",
                "MEDIUMINT",
                "MEDIUMINT UNSIGNED",
                "INT",
                "INT UNSIGNED",
                "INT(8) UNSIGNED ZEROFILL",
                "BIGINT",
                "BIGINT UNSIGNED",
                "DECIMAL(8,2)",
                "DECIMAL(8,3) UNSIGNED",
                "DECIMAL(30,10)",
                "DECIMAL(5)",
                "FLOAT",
                "DOUBLE",
                "DOUBLE UNSIGNED",
                "FLOAT(7,3)",
                "DOUBLE(10,2)",
                "CHAR(6)",
                "CHAR(1)",
                "VARCHAR(20)",
                "VARCHAR(20)",
                "VARCHAR(4)",
                "VARCHAR(300)",
                "TINYTEXT",
                "TEXT",
                "LONGTEXT",
                "BINARY(3)",
                "VARBINARY(12)",
                "TINYBLOB",
                "BLOB",
                "BIT(1)",
                "BIT(8)",
                "BIT(64)",
                "DATE",
                "DATETIME",
                "DATETIME(3)",
                "DATETIME(6)",
                "TIMESTAMP",
                "TIMESTAMP(3)",
                "TIMESTAMP(6)",
                "TIME",
                "TIME(3)",
                "TIME(6)",
                "YEAR",
                "ENUM('a','b','c')",
                "ENUM('c','b','a')",
                "ENUM('a','b','c','d')",
                "SET('a','b','c')",
                "SET('c','a','b','d')",
                "JSON"));
        return types;
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
