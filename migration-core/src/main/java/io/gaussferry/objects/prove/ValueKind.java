package io.gaussferry.objects.prove;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kinds of values that queries return, each with one form for both sides. */
public enum ValueKind {
    INTEGER,
    DECIMAL,
    /** A number, which openGauss's driver returns as the first day of the year. */
    YEAR,
    DOUBLE,
    FLOAT,
    BITS,
    TEMPORAL,
    BYTES,
    /** A WKB, before which MySQL has the number of its reference system. */
    GEOMETRY,
    /** CHAR, which MySQL returns without its trailing blanks; ENUM and SET. */
    FIXED,
    TEXT;

    /** Types of dolphin whose values the driver returns as the server prints them, in hexadecimal digits. */
    private static final Set<String> PRINTED_BYTES = Set.of("binary", "varbinary");

    private static final int REFERENCE_SYSTEM_BYTES = 4;

    /** Returns the kind of a column of a result of MySQL. */
    public static ValueKind of(ResultSetMetaData metadata, int column) throws SQLException {
        String name = metadata.getColumnTypeName(column).toUpperCase(Locale.ROOT);
        return of(name);
    }

    /** Returns the kind of a type by MySQL's name. */
    static ValueKind of(String type) {
        String name = type.toUpperCase(Locale.ROOT);
        if (name.startsWith("YEAR")) {
            return YEAR;
        }
        if (name.contains("INT")) {
            return INTEGER;
        }
        if (name.startsWith("DECIMAL")) {
            return DECIMAL;
        }
        if (name.startsWith("DOUBLE")) {
            return DOUBLE;
        }
        if (name.startsWith("FLOAT")) {
            return FLOAT;
        }
        if (name.startsWith("BIT")) {
            return BITS;
        }
        if (name.startsWith("DATE") || name.startsWith("TIME")) {
            return TEMPORAL;
        }
        if (name.startsWith("CHAR") || name.equals("ENUM") || name.equals("SET")) {
            return FIXED;
        }
        if (name.equals("GEOMETRY")) {
            return GEOMETRY;
        }
        return name.contains("BLOB") || name.contains("BINARY") ? BYTES : TEXT;
    }

    /** Returns the kind of values that must be equal as an application reads them: with the number of the reference system. */
    public ValueKind asRead() {
        return this == GEOMETRY ? BYTES : this;
    }

    /** Returns a value of MySQL in the common form; null for NULL. */
    public @Nullable String ofSource(ResultSet row, int column) throws SQLException {
        return switch (this) {
            case BYTES -> hex(row.getBytes(column));
            case GEOMETRY -> hex(withoutReferenceSystem(row.getBytes(column)));
            case BITS -> {
                byte[] bytes = row.getBytes(column);
                yield bytes == null ? null : new java.math.BigInteger(1, bytes).toString();
            }
            case INTEGER, YEAR, DECIMAL, DOUBLE, FLOAT, TEMPORAL, FIXED, TEXT -> common(row.getString(column));
        };
    }

    /** Returns a value of the target in the common form; null for NULL. */
    public @Nullable String ofTarget(ResultSet row, int column) throws SQLException {
        return switch (this) {
            case BYTES, GEOMETRY ->
                PRINTED_BYTES.contains(row.getMetaData().getColumnTypeName(column))
                        ? printedHex(row.getString(column))
                        : hex(row.getBytes(column));
            case BITS -> {
                String bits = row.getString(column);
                yield bits == null || !bits.matches("[01]+") ? bits : new java.math.BigInteger(bits, 2).toString();
            }
            case INTEGER, YEAR, DECIMAL, DOUBLE, FLOAT, TEMPORAL, FIXED, TEXT -> common(row.getString(column));
        };
    }

    /** Returns a value, as either server prints it, in the common form. */
    @Nullable
    String common(@Nullable String printed) {
        if (printed == null) {
            return null;
        }
        try {
            return switch (this) {
                case INTEGER -> number(printed).stripTrailingZeros().toPlainString();
                case YEAR ->
                    number(printed.replaceFirst("-01-01$", ""))
                            .stripTrailingZeros()
                            .toPlainString();
                case DECIMAL -> number(printed).toPlainString();
                case DOUBLE -> String.valueOf(Double.parseDouble(printed) + 0.0);
                case FLOAT -> String.valueOf(Float.parseFloat(printed) + 0.0f);
                case TEMPORAL -> temporal(printed);
                case BITS, BYTES, GEOMETRY, TEXT -> printed;
                case FIXED -> printed.replaceFirst(" +$", "");
            };
        } catch (NumberFormatException e) {
            return printed;
        }
    }

    private static BigDecimal number(String printed) {
        return switch (printed) {
            case "t", "true" -> BigDecimal.ONE;
            case "f", "false" -> BigDecimal.ZERO;
            default -> new BigDecimal(printed);
        };
    }

    /** Removes what both servers print differently: a fraction of zeros, and the offset of UTC. */
    private static String temporal(String printed) {
        String local = printed.replaceFirst("\\+00(:00)?$", "");
        return local.contains(".") ? local.replaceFirst("\\.?0*$", "") : local;
    }

    /** Returns the digits of bytes that are printed as {@code \x00ff}. */
    private static @Nullable String printedHex(@Nullable String printed) {
        return printed == null ? null : printed.replaceFirst("^\\\\x", "");
    }

    private static byte @Nullable [] withoutReferenceSystem(byte @Nullable [] value) {
        return value == null || value.length < REFERENCE_SYSTEM_BYTES
                ? value
                : Arrays.copyOfRange(value, REFERENCE_SYSTEM_BYTES, value.length);
    }

    private static @Nullable String hex(byte @Nullable [] bytes) {
        return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }
}
