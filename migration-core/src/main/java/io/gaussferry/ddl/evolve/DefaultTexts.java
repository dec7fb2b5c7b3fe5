package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes a default as MySQL shows it: as a value of its column's type. */
final class DefaultTexts {

    private static final Pattern DATE = Pattern.compile(
            "(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?:[ T]+(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?)?");
    private static final Pattern DATE_NUMBER = Pattern.compile("(\\d{4})(\\d{2})(\\d{2})(?:(\\d{2})(\\d{2})(\\d{2}))?");
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{1,3}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?");
    private static final Pattern WIDTH = Pattern.compile("\\((\\d+)\\)");

    private static final int MICROSECOND_DIGITS = 6;

    private DefaultTexts() {}

    /** Returns a literal; null for none. */
    static @Nullable String of(ColumnDefinition column, DefaultSpec value) {
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> integer(column, number(column, value));
            case DECIMAL ->
                number(column, value)
                        .setScale(column.scale(), RoundingMode.HALF_UP)
                        .toPlainString();
            case FLOAT, DOUBLE -> floating(column, number(column, value));
            case BIT -> "b'" + number(column, value).toBigInteger().toString(2) + "'";
            case CHAR -> text(value).replaceAll(" +\\z", "");
            case VARCHAR -> text(value);
            case BINARY, VARBINARY -> "0x" + HexFormat.of().withUpperCase().formatHex(bytes(column, value));
            case DATE, DATETIME, TIMESTAMP -> date(column, text(value));
            case TIME -> time(column, text(value));
            case YEAR -> year(column, value);
            case ENUM -> member(column, value);
            case SET -> members(column, value);
            case TEXT, BLOB, JSON, GEOMETRY, VECTOR -> null; // a session that is not strict leaves it out
        };
    }

    private static String text(DefaultSpec value) {
        if (value instanceof DefaultSpec.Text text) {
            return text.text();
        }
        if (value instanceof DefaultSpec.Bytes bytes) {
            return new String(bytes.value(), StandardCharsets.UTF_8);
        }
        String digits = ((DefaultSpec.Number) value).digits();
        return digits.matches("-?\\d+") ? new BigInteger(digits).toString() : digits;
    }

    private static BigDecimal number(ColumnDefinition column, DefaultSpec value) {
        if (value instanceof DefaultSpec.Bytes bytes) {
            return new BigDecimal(new BigInteger(1, bytes.value()));
        }
        try {
            return new BigDecimal(text(value).strip());
        } catch (NumberFormatException e) {
            throw unknown(column, text(value));
        }
    }

    private static UnknownDefinitionException unknown(ColumnDefinition column, String text) {
        return new UnknownDefinitionException(
                "the default '" + text + "' of column " + column.name() + " is not understood");
    }

    private static String integer(ColumnDefinition column, BigDecimal number) {
        String digits = number.setScale(0, RoundingMode.HALF_UP).toPlainString();
        Matcher width = WIDTH.matcher(column.declaration());
        if (!column.declaration().endsWith("zerofill") || !width.find()) {
            return digits;
        }
        int missing = Integer.parseInt(width.group(1)) - digits.length();
        return "0".repeat(Math.max(0, missing)) + digits;
    }

    private static String floating(ColumnDefinition column, BigDecimal number) {
        if (column.precision() > 0) {
            return number.setScale(column.scale(), RoundingMode.HALF_UP).toPlainString();
        }
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static byte[] bytes(ColumnDefinition column, DefaultSpec value) {
        byte[] given = value instanceof DefaultSpec.Bytes bytes
                ? bytes.value()
                : text(value).getBytes(StandardCharsets.UTF_8);
        if (column.type() == MySqlType.VARBINARY || given.length >= column.length()) {
            return given;
        }
        return java.util.Arrays.copyOf(given, (int) column.length());
    }

    private static String date(ColumnDefinition column, String text) {
        if (text.matches("0+")) {
            return date(column, "0000-00-00");
        }
        Matcher parts = DATE.matcher(text.strip());
        if (!parts.matches()) {
            parts = DATE_NUMBER.matcher(text.strip());
            if (!parts.matches()) {
                throw unknown(column, text);
            }
        }
        String day = parts.group(1) + "-" + two(parts.group(2)) + "-" + two(parts.group(3));
        if (column.type() == MySqlType.DATE) {
            return day;
        }
        @Nullable String fraction = parts.groupCount() > 6 ? parts.group(7) : null;
        return day + " " + two(parts.group(4)) + ":" + two(parts.group(5)) + ":" + two(parts.group(6))
                + fraction(column, text, fraction);
    }

    private static String two(@Nullable String digits) {
        return digits == null ? "00" : "0".repeat(Math.max(0, 2 - digits.length())) + digits;
    }

    private static String fraction(ColumnDefinition column, String text, @Nullable String digits) {
        String given = digits == null ? "" : digits;
        if (given.length() > column.scale() && !isRoundedDown(given, column.scale())) {
            throw unknown(column, text);
        }
        String padded = (given + "000000").substring(0, column.scale());
        return column.scale() == 0 ? "" : "." + padded;
    }

    /** Whether what follows the digits that are kept is cut off, whatever the session says about rounding; beyond six digits it is rounded twice. */
    private static boolean isRoundedDown(String digits, int kept) {
        return digits.substring(kept).matches("0*")
                || (digits.length() <= MICROSECOND_DIGITS && digits.charAt(kept) < '5');
    }

    private static String time(ColumnDefinition column, String text) {
        if (text.matches("0+")) {
            return "00:00:00" + fraction(column, text, null);
        }
        Matcher parts = TIME.matcher(text.strip());
        if (!parts.matches()) {
            throw unknown(column, text);
        }
        return parts.group(1) + two(parts.group(2)) + ":" + two(parts.group(3)) + ":" + two(parts.group(4))
                + fraction(column, text, parts.group(5));
    }

    private static String year(ColumnDefinition column, DefaultSpec value) {
        int year = number(column, value).intValue();
        if (year == 0) {
            return value instanceof DefaultSpec.Text && text(value).length() < 4 ? "2000" : "0000";
        }
        if (year < 70) {
            return String.valueOf(2000 + year);
        }
        return String.valueOf(year < 100 ? 1900 + year : year);
    }

    private static String member(ColumnDefinition column, DefaultSpec value) {
        if (value instanceof DefaultSpec.Number number) {
            int index = new BigDecimal(number.digits()).intValue();
            if (index >= 1 && index <= column.members().size()) {
                return column.members().get(index - 1);
            }
        }
        return member(column, text(value));
    }

    private static String member(ColumnDefinition column, String text) {
        String wanted = text.replaceAll(" +\\z", "");
        for (String member : column.members()) {
            if (member.equals(wanted)) {
                return member;
            }
        }
        for (String member : column.members()) {
            if (member.toLowerCase(Locale.ROOT).equals(wanted.toLowerCase(Locale.ROOT))) {
                return member;
            }
        }
        throw unknown(column, text);
    }

    private static String members(ColumnDefinition column, DefaultSpec value) {
        List<String> chosen = new ArrayList<>();
        if (value instanceof DefaultSpec.Number number) {
            long bits = new BigDecimal(number.digits()).longValue();
            for (int i = 0; i < column.members().size(); i++) {
                if ((bits >> i & 1) == 1) {
                    chosen.add(column.members().get(i));
                }
            }
        } else if (!text(value).isEmpty()) {
            List<String> wanted = new ArrayList<>();
            for (String text : text(value).split(",", -1)) {
                wanted.add(member(column, text));
            }
            column.members().stream().filter(wanted::contains).forEach(chosen::add);
        }
        return String.join(",", chosen);
    }
}
