package io.gaussferry.e2e.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/**
 * Defines how the values of a type are read on either side by the servers' own functions, and the canonical string in which equal values are equal.
 * Uses none of the daemon's conversions.
 */
public enum Reading {
    /** Strings, compared exactly. */
    TEXT("CONVERT(%s USING utf8mb4)", "CAST(%s AS TEXT)"),

    /** CHAR, which MySQL returns without trailing blanks; the target's padding is not part of the value. */
    CHAR("CONVERT(%s USING utf8mb4)", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return text.replaceAll(" +\\z", "");
        }
    },

    /** Integers and decimals, with their scale; ZEROFILL is not part of a value. */
    NUMBER("CAST(%s AS CHAR)", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return new BigDecimal(text).toPlainString();
        }
    },

    /** FLOAT: MySQL prints six digits of a float but all digits of a double, and openGauss prints some of them; -0 is not 0. */
    FLOAT("CAST(%s * 1E0 AS CHAR)", "CAST(CAST(%s AS float8) AS TEXT)") {
        @Override
        public String canonical(String text) {
            return Float.toString(Float.parseFloat(text));
        }
    },

    /** DOUBLE; -0 is not 0. */
    DOUBLE("CAST(%s AS CHAR)", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return Double.toString(Double.parseDouble(text));
        }
    },

    /** BIT: the number that its digits denote; the target's type defines the number of digits. */
    BIT("BIN(%s + 0)", "CAST(%s AS TEXT)", "bin(%s)") {
        @Override
        public String canonical(String text) {
            return new BigInteger(text, 2).toString(2);
        }
    },

    /** Bytes as hexadecimal digits. */
    BYTES("HEX(%s)", "CAST(%s AS TEXT)", "hex(%s)") {
        @Override
        public String canonical(String text) {
            return (text.startsWith("\\x") ? text.substring(2) : text).toLowerCase(Locale.ROOT);
        }
    },

    /** Geometries as WKB. The axis order is MySQL's storage order, regardless of the reference system; MariaDB has no other. */
    GEOMETRY("HEX(ST_AsWKB(%s /*!80000 , 'axis-order=long-lat' */))", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return BYTES.canonical(text);
        }
    },

    /** DATE, TIME and DATETIME, without the trailing zeros of a fraction. */
    TEMPORAL("CAST(%s AS CHAR)", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
        }
    },

    /** DATE, to which compatibility A adds a midnight. */
    DATE("CAST(%s AS CHAR)", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return text.endsWith(" 00:00:00") ? text.substring(0, text.indexOf(' ')) : text;
        }
    },

    /** TIMESTAMP, in sessions whose time zone is UTC. */
    INSTANT("CONCAT(CAST(%s AS CHAR), '+00')", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return TEMPORAL.canonical(text.endsWith("+00") ? text.substring(0, text.length() - 3) : text);
        }
    },

    /** YEAR, as a number on targets without such a type. */
    YEAR("CAST(%s AS CHAR)", "CAST(%s AS TEXT)") {
        @Override
        public String canonical(String text) {
            return Integer.toString(Integer.parseInt(text));
        }
    },

    /** Strings too large to be read: compares them on the server with the value that {@link BinaryValues#large} wrote. */
    LARGE_TEXT(
            "IF(%1$s IS NULL, NULL, IF(CAST(%1$s AS BINARY) = REPEAT(x'" + BinaryValues.LARGE_TEXT_DIGITS + "', "
                    + BinaryValues.REPETITIONS + "), 'as written', 'damaged'))",
            "CASE WHEN encode(convert_to(%1$s, 'UTF8'), 'hex') = repeat('" + BinaryValues.LARGE_TEXT_DIGITS + "', "
                    + BinaryValues.REPETITIONS + ") THEN 'as written' WHEN %1$s IS NOT NULL THEN 'damaged' END"),

    /** Byte strings too large to be read: compares them on the server with the value that {@link BinaryValues#large} wrote. */
    LARGE_BYTES(
            "IF(%1$s IS NULL, NULL, IF(%1$s = REPEAT(x'" + BinaryValues.LARGE_BYTES_DIGITS + "', "
                    + BinaryValues.REPETITIONS + "), 'as written', 'damaged'))",
            largeBytes("CAST(%1$s AS TEXT)"),
            largeBytes("hex(%1$s)"));

    private final String source;
    private final String target;
    private final String dolphin;

    Reading(String source, String target) {
        this(source, target, target);
    }

    Reading(String source, String target, String dolphin) {
        this.source = source;
        this.target = target;
        this.dolphin = dolphin;
    }

    private static String largeBytes(String text) {
        return "CASE WHEN replace(lower(" + text + "), '\\x', '') = repeat('" + BinaryValues.LARGE_BYTES_DIGITS + "', "
                + BinaryValues.REPETITIONS + ") THEN 'as written' WHEN %1$s IS NOT NULL THEN 'damaged' END";
    }

    /** Returns the canonical form, in which equal values of this type are equal. */
    public String canonical(String text) {
        return text;
    }

    /** Returns MySQL's expression for the value in digits, so that no driver's decoding is involved. */
    public String sourceExpression(String column) {
        return "HEX(CONVERT(" + source.formatted(column) + " USING utf8mb4))";
    }

    /** Returns the target's expression for the value in digits, so that no driver's decoding is involved. */
    public String targetExpression(String column, TargetForm form) {
        String expression = form == TargetForm.DOLPHIN ? dolphin : target;
        return "encode(convert_to(" + expression.formatted(column) + ", 'UTF8'), 'hex')";
    }
}
