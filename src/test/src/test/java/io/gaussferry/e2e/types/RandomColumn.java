package io.gaussferry.e2e.types;

import io.gaussferry.e2e.SourceSql;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A column of a random type, and random values of it that the target can represent.
 *
 * @param name unquoted
 * @param declaration its type
 * @param reading how its values are read
 * @param nullable whether it may be NULL
 * @param key whether it may be part of a key
 * @param values generates SQL literals
 */
public record RandomColumn(
        String name,
        String declaration,
        Reading reading,
        boolean nullable,
        boolean key,
        Function<Random, String> values) {

    private static final String[] NAMES = {
        "plain", "order", "select", "Mixed", "ключ", "a b", "a\"b", "a`b", "a\\b", "%s", "?", "$1", "a.b", "it's",
        "{x}", "中", "-- x", "1st", "user", "offset"
    };

    private static final String[] CHARACTERS = {
        "a", "B", "z", "0", " ", "\t", "\n", "\r", "\\", "'", "\"", "{", "}", ",", "N", "\u0001", "\u007f", "ü", "ß",
        "中", "€", "😀", "\u0301", "\uFEFF", "\u2028"
    };

    /** Creates a column; the number makes its name unique. */
    public static RandomColumn create(Random random, int number, TargetForm form) {
        RandomColumn type = switch (random.nextInt(7)) {
            case 0 -> integer(random);
            case 1 -> number(random, form);
            case 2 -> text(random, form);
            case 3 -> bytes(random);
            case 4 -> random.nextBoolean() ? date(random) : time(random, form);
            case 5 -> moment(random);
            default -> other(random);
        };
        String name = pick(random, NAMES) + number;
        return new RandomColumn(name, type.declaration, type.reading, random.nextInt(4) > 0, type.key, type.values);
    }

    /** Returns a literal, occasionally NULL. */
    public String value(Random random) {
        return nullable && random.nextInt(5) == 0 ? "NULL" : values.apply(random);
    }

    private static RandomColumn of(String declaration, Reading reading, boolean key, Function<Random, String> values) {
        return new RandomColumn("", declaration, reading, true, key, values);
    }

    private static RandomColumn integer(Random random) {
        int[] bits = {8, 16, 24, 32, 64};
        String[] words = {"TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT"};
        int size = random.nextInt(words.length);
        if (random.nextBoolean()) {
            return of(words[size], Reading.NUMBER, true, r -> {
                // few different values, so that keys collide
                long value = r.nextInt(3) == 0 ? r.nextLong() : r.nextInt(20) - 10;
                return Long.toString(value << (64 - bits[size]) >> (64 - bits[size]));
            });
        }
        return of(words[size] + " UNSIGNED", Reading.NUMBER, true, r -> {
            long value = r.nextInt(3) == 0 ? r.nextLong() : r.nextInt(20);
            return Long.toUnsignedString(value << (64 - bits[size]) >>> (64 - bits[size]));
        });
    }

    private static RandomColumn number(Random random, TargetForm form) {
        String smallest = form == TargetForm.POSTGRES ? "-0e0" : "0e0";
        if (random.nextInt(4) == 0) {
            return of("DOUBLE", Reading.DOUBLE, false, r -> {
                double value = Double.longBitsToDouble(r.nextLong());
                return Double.isFinite(value) ? Double.toString(value) : smallest;
            });
        }
        if (random.nextInt(3) == 0) {
            return of("FLOAT", Reading.FLOAT, false, r -> {
                float value = Float.intBitsToFloat(r.nextInt());
                return Float.isFinite(value) ? Float.toString(value) : smallest;
            });
        }
        int precision = 1 + random.nextInt(65);
        int scale = random.nextInt(Math.min(30, precision) + 1);
        return of("DECIMAL(" + precision + "," + scale + ")", Reading.NUMBER, true, r -> {
            int whole = r.nextInt(precision - scale + 1);
            return (r.nextBoolean() ? "-" : "") + "0" + digits(r, whole) + (scale == 0 ? "" : "." + digits(r, scale));
        });
    }

    private static String digits(Random random, int count) {
        return random.ints(count, 0, 10).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    private static RandomColumn text(Random random, TargetForm form) {
        // another test covers keys that differ in trailing blanks only
        String padded = form == TargetForm.DOLPHIN ? " COLLATE utf8mb4_bin" : "";
        int length = 1 + random.nextInt(80);
        return switch (random.nextInt(5)) {
            case 0 -> of("CHAR(" + length + ")", Reading.CHAR, length < 40, r -> characters(r, length));
            case 1, 2 -> of("VARCHAR(" + length + ")" + padded, Reading.TEXT, length < 40, r -> characters(r, length));
            case 3 ->
                of("VARCHAR(" + 4 * length + ") CHARACTER SET utf16", Reading.TEXT, false, r -> characters(r, length));
            default ->
                of(
                        random.nextBoolean() ? "TEXT" : "LONGTEXT",
                        Reading.TEXT,
                        false,
                        r -> characters(r, r.nextInt(10) == 0 ? 2_000 : length));
        };
    }

    private static String characters(Random random, int longest) {
        int count = random.nextInt(longest + 1);
        String text = IntStream.range(0, random.nextInt(3) == 0 ? count : Math.min(1, count))
                .mapToObj(i -> pick(random, CHARACTERS))
                .collect(Collectors.joining());
        return "CONVERT(x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
    }

    private static RandomColumn bytes(Random random) {
        int length = 1 + random.nextInt(100);
        return switch (random.nextInt(3)) {
            case 0 -> of("BINARY(" + length + ")", Reading.BYTES, true, r -> binary(r, length));
            case 1 -> of("VARBINARY(" + length + ")", Reading.BYTES, true, r -> binary(r, length));
            default -> of("BLOB", Reading.BYTES, false, r -> binary(r, length * 3));
        };
    }

    private static String binary(Random random, int longest) {
        byte[] bytes = new byte[random.nextInt(longest + 1)];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        }
        return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }

    private static RandomColumn date(Random random) {
        if (random.nextInt(4) == 0) {
            return of("YEAR", Reading.YEAR, true, r -> r.nextInt(10) == 0 ? "'0000'" : "" + (1901 + r.nextInt(255)));
        }
        return of("DATE", Reading.DATE, true, r -> "'" + day(r, 1 + r.nextInt(9999)) + "'");
    }

    private static String day(Random random, int year) {
        return "%04d-%02d-%02d".formatted(year, 1 + random.nextInt(12), 1 + random.nextInt(28));
    }

    private static RandomColumn time(Random random, TargetForm form) {
        int fraction = random.nextInt(7);
        boolean wide = form == TargetForm.DOLPHIN;
        return of(
                "TIME(" + fraction + ")",
                Reading.TEMPORAL,
                true,
                r -> "'" + (wide && r.nextBoolean() ? "-" : "") + "%02d".formatted(r.nextInt(wide ? 838 : 24)) + ":"
                        + minutes(r, fraction) + "'");
    }

    private static String minutes(Random random, int fraction) {
        return "%02d:%02d".formatted(random.nextInt(60), random.nextInt(60))
                + (fraction == 0 ? "" : "." + digits(random, fraction));
    }

    private static RandomColumn moment(Random random) {
        int fraction = random.nextInt(7);
        if (random.nextBoolean()) {
            return of(
                    "DATETIME(" + fraction + ")",
                    Reading.TEMPORAL,
                    true,
                    r -> "'" + day(r, 1 + r.nextInt(9999)) + " " + "%02d:".formatted(r.nextInt(24))
                            + minutes(r, fraction) + "'");
        }
        return of(
                "TIMESTAMP(" + fraction + ")",
                Reading.INSTANT,
                true,
                r -> SourceSql.instant(
                        day(r, 1971 + r.nextInt(66)) + " " + "%02d:".formatted(r.nextInt(24)) + minutes(r, fraction)));
    }

    private static RandomColumn other(Random random) {
        int count = 1 + random.nextInt(64);
        String members =
                IntStream.range(0, count).mapToObj(i -> "'m''" + i + "'").collect(Collectors.joining(","));
        return switch (random.nextInt(5)) {
            case 0 ->
                of("BIT(" + count + ")", Reading.BIT, true, r -> Long.toUnsignedString(r.nextLong() >>> (64 - count)));
            case 1 -> of("ENUM(" + members + ")", Reading.TEXT, false, r -> "" + (1 + r.nextInt(count)));
            case 2 ->
                of(
                        "SET(" + members + ")",
                        Reading.TEXT,
                        false,
                        r -> Long.toUnsignedString(r.nextLong() >>> (64 - count)));
            case 3 ->
                of(
                        "GEOMETRY",
                        Reading.GEOMETRY,
                        false,
                        r -> "ST_GeomFromText('POINT(" + r.nextInt(90) + " " + r.nextInt(90) + ")', "
                                + pick(r, "0", "4326") + ")");
            default -> of("JSON", Reading.TEXT, false, r -> TypeValues.quoted(json(r, 3)));
        };
    }

    private static String json(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> pick(random, "null", "true", "false");
            case 1 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 2 -> Double.toString(random.nextInt(1_000_000) / 64.0);
            case 3, 4 -> "\"" + pick(random, "", "ü😀", "\\n\\\\\\\"", "\\u0001", "text") + "\"";
            case 5 ->
                List.of(0, 1, 2).subList(0, random.nextInt(4)).stream()
                        .map(i -> json(random, depth - 1))
                        .collect(Collectors.joining(",", "[", "]"));
            default ->
                List.of(0, 1, 2).subList(0, random.nextInt(4)).stream()
                        .map(i -> "\"k" + random.nextInt(5) + "\":" + json(random, depth - 1))
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
