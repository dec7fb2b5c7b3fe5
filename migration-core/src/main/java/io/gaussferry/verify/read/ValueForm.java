package io.gaussferry.verify.read;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Canonical forms of column values: equal values have equal bytes. The form depends on the target's type and is applied to both sides: to
 * the source's value as it would be sent to the target, and to the target's value as its server prints it in a UTC session with ISO dates
 * and hexadecimal bytes. An application that writes on the target may spell a value in another way than MySQL, so every spelling that
 * MySQL reads as the same value has the same form.
 *
 * <p>Digests of rows and comparisons of single rows use the same forms: a different spelling never leads to the slower comparison of single
 * rows. Only a value that MySQL does not store as it receives it does ({@link #asStored}).
 */
enum ValueForm {
    /** The unchanged value. */
    EXACT {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            row.append(text, from, to);
        }
    },

    /** A string that the target pads with blanks. */
    PADDED {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            int end = to;
            while (end > from && text[end - 1] == ' ') {
                end--;
            }
            row.append(text, from, end);
        }
    },

    /** CHAR in a column that does not pad: MySQL removes trailing blanks. */
    UNPADDED {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            PADDED.append(text, from, to, row);
        }

        @Override
        ValueForm inKey() {
            return EXACT;
        }
    },

    /** Members of a SET in any order: MySQL orders them by their declaration and omits repetitions. */
    MEMBERS {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            String members = string(text, from, to);
            // members do not contain commas
            row.append(
                    members.indexOf(',') < 0
                            ? members
                            : String.join(",", new TreeSet<>(List.of(members.split(",", -1)))));
        }

        @Override
        ValueForm inKey() {
            return EXACT;
        }
    },

    /** Exact numbers without leading zeros and without trailing zeros of the fraction. */
    NUMBER {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            if (isPlainInteger(text, from, to)) {
                row.append(text, from, to);
                return;
            }
            try {
                BigDecimal number = new BigDecimal(string(text, from, to).trim());
                row.append(
                        number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString());
            } catch (NumberFormatException notANumber) {
                // such as NaN, which no source contains: the row differs, and the value is shown unchanged
                row.append(text, from, to);
            }
        }
    },

    /**
     * Single precision: the number that the digits represent; -0 is not 0. Selected as double precision, which represents it exactly:
     * openGauss prints too few digits of a {@code float4} to distinguish it from its neighbors, regardless of {@code extra_float_digits}.
     */
    FLOAT {
        @Override
        String targetExpression(String quotedColumn) {
            return "CAST(" + quotedColumn + " AS float8)";
        }

        @Override
        void append(byte[] text, int from, int to, Row row) {
            try {
                row.append(Float.toString(Float.parseFloat(string(text, from, to))));
            } catch (NumberFormatException notANumber) {
                row.append(text, from, to);
            }
        }
    },

    /** Double precision. */
    DOUBLE {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            try {
                row.append(Double.toString(Double.parseDouble(string(text, from, to))));
            } catch (NumberFormatException notANumber) {
                row.append(text, from, to);
            }
        }
    },

    /** Bytes as lower-case hexadecimal digits without the {@code \x} prefix. */
    BYTES {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            int start = to - from >= 2 && text[from] == '\\' && text[from + 1] == 'x' ? from + 2 : from;
            for (int i = start; i < to; i++) {
                if (text[i] >= 'A' && text[i] <= 'F') {
                    row.append(string(text, start, to).toLowerCase(Locale.ROOT));
                    return;
                }
            }
            row.append(text, start, to);
        }
    },

    /** The bytes of a BINARY without trailing zero bytes, with which MySQL pads a shorter value. */
    ZERO_PADDED {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            int end = to;
            while (end - from >= 2 && text[end - 1] == '0' && text[end - 2] == '0') {
                end -= 2;
            }
            BYTES.append(text, from, end, row);
        }

        @Override
        ValueForm inKey() {
            return BYTES;
        }
    },

    /** {@code 1} and {@code 0}, which the target prints as t and f. */
    BOOLEAN {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            String word = string(text, from, to).toLowerCase(Locale.ROOT);
            row.append(
                    switch (word) {
                        case "t", "true", "1" -> "1";
                        case "f", "false", "0" -> "0";
                        default -> word;
                    });
        }
    },

    /** A date. A target in compatibility A stores it with a time and prints midnight after it. */
    DATE {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            boolean midnight = to - from == 19 && string(text, from + 10, to).equals(" 00:00:00");
            row.append(text, from, midnight ? to - 9 : to);
        }
    },

    /** Times of day, and timestamps in UTC, without trailing zeros of the fraction and without the time zone. */
    TEMPORAL {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            int end = to;
            if (end - from > 3 && text[end - 3] == '+' && text[end - 2] == '0' && text[end - 1] == '0') {
                end -= 3;
            }
            int point = end;
            while (point > from && text[point - 1] >= '0' && text[point - 1] <= '9') {
                point--;
            }
            if (point > from && text[point - 1] == '.') {
                while (text[end - 1] == '0') {
                    end--;
                }
                end = text[end - 1] == '.' ? end - 1 : end;
            }
            row.append(text, from, end);
        }
    },

    /** An interval in microseconds. */
    INTERVAL {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            row.append(IntervalForm.canonical(string(text, from, to)));
        }
    },

    /** A TIME in a column of strings, in microseconds. */
    CLOCK {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            INTERVAL.append(text, from, to, row);
        }

        @Override
        ValueForm inKey() {
            return TEMPORAL;
        }
    },

    /** JSON stored as text: every spelling of a document is equal. */
    JSON {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            if (PrintedJson.isNormal(text, from, to)) {
                row.append(text, from, to);
            } else {
                row.append(JsonForm.normal(string(text, from, to)));
            }
        }

        @Override
        boolean isStoredOtherwise() {
            return true;
        }

        @Override
        String asStored(String form) {
            return JsonForm.asStored(form);
        }
    },

    /** JSON whose numbers, escapes and member order the target has normalized. */
    JSONB {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            row.append(JsonForm.normalByNumericValue(string(text, from, to)));
        }
    },

    /** A column that is not compared: it is read as NULL on both sides. */
    LEFT_OUT {
        @Override
        String targetExpression(String quotedColumn) {
            return "NULL";
        }

        @Override
        void append(byte[] text, int from, int to, Row row) {
            throw new IllegalStateException("a value of a column that is not read");
        }
    },

    /** A UUID in any notation. */
    UUID {
        @Override
        void append(byte[] text, int from, int to, Row row) {
            row.append(string(text, from, to).toLowerCase(Locale.ROOT).replaceAll("[-{}]", ""));
        }
    };

    /** Returns the SQL expression that selects a column on the target. */
    String targetExpression(String quotedColumn) {
        return quotedColumn;
    }

    /** Appends a non-null value to a row in this form. */
    abstract void append(byte[] text, int from, int to, Row row);

    /** Returns the form for a column of the row key. A literal of this form finds the row on both sides. */
    ValueForm inKey() {
        return this;
    }

    /** Returns whether MySQL may store another value than it receives, so that {@link #asStored} returns another form. */
    boolean isStoredOtherwise() {
        return false;
    }

    /** Returns the form of the value that MySQL stores if it receives the value with this form. */
    String asStored(String form) {
        return form;
    }

    /**
     * Chooses the form for a column.
     *
     * @param targetType the target's type as its catalog prints it, such as {@code character varying(20)}
     */
    static ValueForm of(ColumnDefinition column, String targetType) {
        String type =
                targetType.toLowerCase(Locale.ROOT).replaceAll("\\(.*?\\)", "").replace("\"", "");
        return switch (type) {
            case "character", "char", "bpchar", "nchar" -> PADDED;
            case "boolean" -> BOOLEAN;
            case "real", "float4" -> FLOAT;
            case "double precision", "float8" -> DOUBLE;
            case "numeric", "decimal", "smallint", "integer", "bigint", "tinyint", "year" -> NUMBER;
            case "uint1", "uint2", "uint4", "uint8", "int1", "int2", "int4", "int8" -> NUMBER;
            case "json" -> JSON;
            case "jsonb" -> JSONB;
            case "uuid" -> UUID;
            case "interval" -> INTERVAL;
            case "date" -> DATE;
            case "text", "character varying" -> ofString(column);
            // excludes an enumeration in a schema whose name starts with "time"
            default -> type.startsWith("time") && type.indexOf('.') < 0 ? temporal(column) : ofSource(column);
        };
    }

    /** Chooses the form of a value that the target has as a string, mostly by a rule. */
    private static ValueForm ofString(ColumnDefinition column) {
        return column.type() == MySqlType.TIME ? CLOCK : ofSource(column);
    }

    /** In compatibility A the catalog reports {@code date} as {@code timestamp(0) without time zone}. */
    private static ValueForm temporal(ColumnDefinition column) {
        return column.type() == MySqlType.DATE ? DATE : TEMPORAL;
    }

    /** Chooses the form by the source's type, mainly for types of the openGauss plugin, which are unknown here. */
    private static ValueForm ofSource(ColumnDefinition column) {
        return switch (ColumnType.of(column).notation()) {
            case EXACT -> EXACT;
            case TRAILING_BLANKS -> UNPADDED;
            case MEMBERS -> MEMBERS;
            case NUMBER -> NUMBER;
            case BYTES -> BYTES;
            case TRAILING_ZEROS -> ZERO_PADDED;
            case TEMPORAL -> TEMPORAL;
            case JSON -> JSON;
        };
    }

    private static boolean isPlainInteger(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        if (start == to || text[start] == '0') {
            return start == from && to - from == 1;
        }
        for (int i = start; i < to; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return false;
            }
        }
        return true;
    }

    private static String string(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }
}
