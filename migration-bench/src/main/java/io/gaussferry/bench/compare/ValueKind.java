package io.gaussferry.bench.compare;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a MySQL type on both sides and converts them to one string (the "canonical form"), in which equal
 * values are equal. Only the source's type determines the kind, so both sides of a column always use the same one.
 */
enum ValueKind {
    /** Integers and decimals: a number without trailing zeros. PostgreSQL prints a boolean as a letter. */
    NUMBER("%s", "%s", true) {
        @Override
        String canonical(String text) {
            return switch (text) {
                case "t" -> "1";
                case "f" -> "0";
                default -> new BigDecimal(text.trim()).stripTrailingZeros().toPlainString();
            };
        }

        @Override
        int compareKeys(String left, String right) {
            return new BigDecimal(left).compareTo(new BigDecimal(right));
        }
    },

    /** YEAR: also a number, but both drivers would convert it to a date. */
    YEAR("CAST(%s AS UNSIGNED)", "CAST(%s AS TEXT)", false) {
        @Override
        String canonical(String text) {
            return new BigInteger(text.trim()).toString();
        }
    },

    /**
     * Single precision, read as double: MySQL prints only six digits of a FLOAT, and openGauss not all digits of a {@code
     * float4}.
     */
    FLOAT("%s * 1E0", "CAST(%s AS float8)", false) {
        @Override
        String canonical(String text) {
            return Float.toString(Float.parseFloat(text));
        }
    },

    /** Double precision. */
    DOUBLE("%s", "%s", false) {
        @Override
        String canonical(String text) {
            return Double.toString(Double.parseDouble(text));
        }
    },

    /** Character strings and enumerations: compared exactly, including blanks and case. */
    TEXT("%s", "%s", true, "CAST(CONVERT(%s USING utf8mb4) AS BINARY)", "textsend(CAST(%s AS TEXT))") {
        @Override
        String canonical(String text) {
            return text;
        }

        @Override
        int compareKeys(String left, String right) {
            return compareBytes(left, right);
        }
    },

    /**
     * CHAR: MySQL returns it without trailing blanks and the target pads it, so trailing blanks are not part of the value.
     */
    CHAR("%s", "%s", true, "CAST(CONVERT(%s USING utf8mb4) AS BINARY)", "textsend(RTRIM(CAST(%s AS TEXT)))") {
        @Override
        String canonical(String text) {
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == ' ') {
                end--;
            }
            return text.substring(0, end);
        }

        @Override
        int compareKeys(String left, String right) {
            return compareBytes(left, right);
        }
    },

    /** SET: members in any order, because an application of the target may write them in another order than MySQL. */
    SET("%s", "%s", false) {
        @Override
        String canonical(String text) {
            return String.join(",", new TreeSet<>(List.of(text.split(",", -1))));
        }
    },

    /** JSON: by value, because an application of the target writes it in another way than MySQL. */
    JSON("%s", "%s", false) {
        @Override
        String canonical(String text) {
            return JsonText.canonical(text);
        }
    },

    /** Bytes, as hexadecimal digits. */
    BINARY("%s", "%s", true) {
        @Override
        String targetExpression(String quotedColumn, boolean dolphin) {
            return dolphin ? "hex(" + quotedColumn + ")" : quotedColumn;
        }

        @Override
        String canonical(String text) {
            return text.toLowerCase(Locale.ROOT);
        }

        @Override
        int compareKeys(String left, String right) {
            return left.compareTo(right);
        }

        @Override
        @Nullable
        String readSource(ResultSet row, int column) throws SQLException {
            byte[] bytes = row.getBytes(column);
            return bytes == null ? null : HexFormat.of().formatHex(bytes);
        }

        @Override
        @Nullable
        String readTarget(ResultSet row, int column) throws SQLException {
            if ("bytea".equals(row.getMetaData().getColumnTypeName(column))) {
                return readSource(row, column);
            }
            return row.getString(column);
        }
    },

    /** BIT(n): the number that its digits represent. */
    BIT("CAST(%s AS UNSIGNED)", "%s", false) {
        @Override
        String canonical(String text) {
            return new BigInteger(text).toString();
        }

        /** The dolphin plugin casts bits to bytes instead of digits. */
        @Override
        String targetExpression(String quotedColumn, boolean dolphin) {
            return (dolphin ? "bin(%s)" : "CAST(%s AS TEXT)").formatted(quotedColumn);
        }

        @Override
        @Nullable
        String readTarget(ResultSet row, int column) throws SQLException {
            String digits = row.getString(column);
            return digits == null ? null : new BigInteger(digits, 2).toString();
        }
    },

    /** DATE. A target in Oracle's compatibility mode appends midnight. */
    DATE("CAST(%s AS CHAR)", "CAST(%s AS TEXT)", true, "%s", "%s") {
        @Override
        String canonical(String text) {
            return text.endsWith(" 00:00:00") ? text.substring(0, text.indexOf(' ')) : text;
        }

        @Override
        int compareKeys(String left, String right) {
            return left.compareTo(right);
        }
    },

    /** DATETIME, and TIMESTAMP in UTC, the time zone that both sessions must use; without trailing zeros of the fraction. */
    INSTANT("CAST(%s AS CHAR)", "CAST(%s AS TEXT)", true, "%s", "%s") {
        @Override
        String canonical(String text) {
            return withoutTrailingZeros(text.endsWith("+00") ? text.substring(0, text.length() - 3) : text);
        }

        @Override
        int compareKeys(String left, String right) {
            return left.compareTo(right);
        }
    },

    /** TIME: cannot be ordered as a string, since it may be negative or have three digits of hours. */
    TIME("CAST(%s AS CHAR)", "CAST(%s AS TEXT)", false) {
        @Override
        String canonical(String text) {
            return withoutTrailingZeros(text);
        }
    },

    /** UUID, and the addresses of INET4 and INET6 without the length of the network, which the target appends. */
    ADDRESS("CAST(%s AS CHAR)", "CAST(%s AS TEXT)", false) {
        @Override
        String canonical(String text) {
            return text.replaceFirst("/(32|128)$", "");
        }
    };

    private final String sourceExpression;
    private final String targetExpression;
    private final boolean ordered;
    private final String sourceOrder;
    private final String targetOrder;

    ValueKind(String sourceExpression, String targetExpression, boolean ordered) {
        this(sourceExpression, targetExpression, ordered, "%s", "%s");
    }

    ValueKind(
            String sourceExpression, String targetExpression, boolean ordered, String sourceOrder, String targetOrder) {
        this.sourceExpression = sourceExpression;
        this.targetExpression = targetExpression;
        this.ordered = ordered;
        this.sourceOrder = sourceOrder;
        this.targetOrder = targetOrder;
    }

    /** Returns the kind for a {@code DATA_TYPE} of MySQL's information schema, or null if the type cannot be compared. */
    static @Nullable ValueKind ofMySqlType(String dataType) {
        return switch (dataType.toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal" -> NUMBER;
            case "year" -> YEAR;
            case "float" -> FLOAT;
            case "double" -> DOUBLE;
            case "char" -> CHAR;
            case "varchar", "tinytext", "text", "mediumtext", "longtext", "enum" -> TEXT;
            case "set" -> SET;
            case "json" -> JSON;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> BINARY;
            case "bit" -> BIT;
            case "date" -> DATE;
            case "datetime", "timestamp" -> INSTANT;
            case "time" -> TIME;
            case "uuid", "inet4", "inet6" -> ADDRESS;
            default -> null;
        };
    }

    /** Returns the canonical form of a value that a driver has read. */
    abstract String canonical(String text);

    /** Orders two canonical values as both servers order them by the {@code ORDER BY} expressions below. */
    int compareKeys(String left, String right) {
        throw new UnsupportedOperationException(name() + " is ordered differently by the two servers");
    }

    /** Returns whether a key of this kind can be merged. */
    boolean ordered() {
        return ordered;
    }

    String sourceExpression(String quotedColumn) {
        return sourceExpression.formatted(quotedColumn);
    }

    /** @param dolphin whether the target has MySQL's own types, of which the driver knows nothing */
    String targetExpression(String quotedColumn, boolean dolphin) {
        return targetExpression.formatted(quotedColumn);
    }

    String sourceOrder(String quotedColumn) {
        return sourceOrder.formatted(quotedColumn);
    }

    String targetOrder(String quotedColumn) {
        return targetOrder.formatted(quotedColumn);
    }

    @Nullable
    String readSource(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    @Nullable
    String readTarget(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    private static int compareBytes(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    private static String withoutTrailingZeros(String text) {
        int end = text.length();
        if (text.indexOf('.') < 0) {
            return text;
        }
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }
}
