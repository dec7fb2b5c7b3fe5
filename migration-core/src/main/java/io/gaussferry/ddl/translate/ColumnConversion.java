package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines how MySQL converts the values of a column whose declaration changes, which it does without row events. If
 * the target's conversion may yield other values, the values are unknown, and the table must be empty.
 *
 * <p>A strict session refuses a value that does not fit; another session changes it. In either case a query checks the
 * target's rows.
 */
final class ColumnConversion {

    /** Character sets that contain every character. */
    private static final Set<String> UNIVERSAL = Set.of("utf8mb4", "utf16", "utf16le", "utf32", "gb18030");

    private static final int BIGINT_DIGITS = 20;
    private static final int LONGEST_CHARACTER = 4;
    private static final BigInteger EXACT_DOUBLE = BigInteger.TWO.pow(53);
    private static final BigInteger EXACT_FLOAT = BigInteger.TWO.pow(24);

    /** The range of MySQL's TIMESTAMP, apart from zero. */
    private static final Instant FIRST_MOMENT = Instant.ofEpochSecond(1);

    private static final Instant LAST_MOMENT = Instant.parse("2038-01-19T03:14:07.999999Z");

    private final TableId table;
    private final ColumnDefinition before;
    private final ColumnDefinition after;
    private final String afterType;
    private final String column;
    private final StatementContext context;
    private final List<Guard> guards = new ArrayList<>();

    private ColumnConversion(
            TableId table,
            ColumnDefinition before,
            ColumnDefinition after,
            String afterType,
            StatementContext context) {
        this.table = table;
        this.before = before;
        this.after = after;
        // Their values are converted through the type text.
        this.afterType = DolphinTypes.isOwn(afterType) ? "text" : afterType;
        this.column = Identifiers.quoteTarget(after.name());
        this.context = context;
    }

    /**
     * Returns the conversion of the values.
     *
     * @param table its name on the target
     * @param was the column before the statement
     * @param is the column after the statement, with its current name on the target
     * @param chosen whether the user has configured one of its types on the target
     */
    static ValueConversion of(TableId table, Declared was, Declared is, boolean chosen, StatementContext context) {
        ColumnDefinition before = was.definition();
        ColumnDefinition after = is.definition();
        ColumnConversion conversion = new ColumnConversion(table, before, after, is.targetType(), context);
        String generation = is.attributes().generation();
        if (generation != null && !generation.equals(was.attributes().generation())) {
            return conversion.unknown("is now computed by " + generation);
        }
        ValueConversion values =
                chosen ? conversion.ofChosen(was.targetType().equals(is.targetType())) : conversion.convert();
        if (is.attributes().autoIncrement() && !was.attributes().autoIncrement()) {
            conversion.refuse(
                    conversion.column + " = 0", "is 0, which MySQL replaces when the column becomes AUTO_INCREMENT");
        }
        if (before.nullable() && !after.nullable()) {
            conversion.refuse(conversion.column + " IS NULL", "is NULL, and the column becomes NOT NULL");
        }
        return values.guards().isEmpty() ? values.with(conversion.guards) : values;
    }

    /**
     * The declaration of a column.
     *
     * @param definition the column's definition
     * @param attributes its attributes other than its type
     * @param targetType its type on the target
     */
    record Declared(ColumnDefinition definition, ColumnAttributes attributes, String targetType) {}

    private ValueConversion ofChosen(boolean sameTargetType) {
        boolean sameType = before.type() == after.type()
                && before.scale() == after.scale()
                && before.unsigned() == after.unsigned()
                && before.members().equals(after.members());
        return sameType && sameTargetType && fits() ? ValueConversion.SAME : unknown("has a type that a rule sets");
    }

    /**
     * Returns whether all values of the old type fit the new one of the same kind. Of the others, MySQL pads, rounds or
     * truncates some; a strict session refuses to truncate.
     */
    private boolean fits() {
        boolean sameSize = before.length() == after.length() && before.precision() == after.precision();
        boolean notSmaller = before.length() <= after.length() && before.precision() <= after.precision();
        return switch (after.type()) {
            case BINARY, BIT, VECTOR, FLOAT, DOUBLE -> sameSize;
            case CHAR, VARCHAR, TEXT, ENUM, SET -> context.isStrict() || (notSmaller && hasEveryCharacter());
            case DECIMAL, VARBINARY, BLOB -> context.isStrict() || notSmaller;
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> true;
            case DATE, TIME, DATETIME, TIMESTAMP, YEAR, JSON, GEOMETRY -> true;
        };
    }

    private void refuse(String condition, String what) {
        guards.add(ObjectStatements.mustBeNoRow(
                table,
                column,
                condition,
                "A value of column " + after.name() + " of table " + table + " " + what + "."));
    }

    private ValueConversion unknown(String what) {
        return new ValueConversion(
                "CAST(NULL AS " + afterType + ")",
                List.of(ObjectStatements.mustBeEmpty(
                        table,
                        "Column " + after.name() + " of table " + table + " " + what
                                + ": the converted values are not in the binlog.")));
    }

    private ValueConversion unknownType() {
        return unknown("changes from " + before.declaration() + " to " + after.declaration());
    }

    private ValueConversion convert() {
        return switch (after.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> toInteger();
            case DECIMAL -> toDecimal();
            case FLOAT, DOUBLE -> toFloating();
            case CHAR, VARCHAR, TEXT -> toText();
            case VARBINARY, BLOB -> toBytes();
            case ENUM -> toEnum();
            case SET -> toSet();
            case DATE, TIME, DATETIME, TIMESTAMP -> toClock();
            case YEAR, JSON, GEOMETRY -> before.type() == after.type() ? ValueConversion.SAME : unknownType();
            case BINARY, BIT, VECTOR ->
                before.type() == after.type() && before.length() == after.length()
                        ? ValueConversion.SAME
                        : unknownType();
        };
    }

    private static boolean isZerofill(ColumnDefinition column) {
        return column.declaration().endsWith("zerofill");
    }

    private ValueConversion toInteger() {
        IntegerRange range = ColumnType.of(after).range();
        if (before.type().isInteger()) {
            IntegerRange old = ColumnType.of(before).range();
            if (old.low().compareTo(range.low()) < 0) {
                refuse(column + " < " + range.low(), "is below the minimum of the new type");
            }
            if (old.high().compareTo(range.high()) > 0) {
                refuse(column + " > " + range.high(), "is above the maximum of the new type");
            }
            return ValueConversion.SAME;
        }
        if (before.type() == MySqlType.DECIMAL) {
            if (before.scale() > 0) {
                refuse(column + " <> round(" + column + ")", "has decimals, and the new type has none");
            }
            refuse(outside(column, range), "is outside the range of the new type");
            return ValueConversion.SAME;
        }
        if (before.type() == MySqlType.YEAR) {
            refuse(
                    outside("CAST(CAST(" + column + " AS TEXT) AS integer)", range),
                    "is outside the range of the new type");
            return cast("CAST(" + column + " AS TEXT)");
        }
        if (before.type().isText()) {
            refuse(
                    "CAST(" + column + " AS TEXT) !~ '^(0|-?[1-9][0-9]{0,19})$'",
                    "is not an integer in MySQL's notation");
            refuse(
                    outside("CAST(CAST(" + column + " AS TEXT) AS numeric(20))", range),
                    "is outside the range of the new type");
            return cast("CAST(CAST(" + column + " AS TEXT) AS numeric(20))");
        }
        return unknownType();
    }

    private static String outside(String value, IntegerRange range) {
        return value + " < " + range.low() + " OR " + value + " > " + range.high();
    }

    private ValueConversion cast(String value) {
        return new ValueConversion("CAST(" + value + " AS " + afterType + ")", List.of());
    }

    private ValueConversion toDecimal() {
        int digits = after.precision() - after.scale();
        if (before.type().isInteger()) {
            IntegerRange old = ColumnType.of(before).range();
            if (old.digits() > digits) {
                refuse(beyond("=", power(digits)), "has more digits than the new type");
            }
            refuseNegative(old.low().signum() < 0);
            return ValueConversion.SAME;
        }
        if (before.type() != MySqlType.DECIMAL) {
            return unknownType();
        }
        if (before.scale() > after.scale()) {
            refuse(column + " <> round(" + column + ", " + after.scale() + ")", "has more decimals than the new type");
        }
        if (before.precision() - before.scale() > digits) {
            refuse(beyond("=", power(digits)), "has more digits than the new type");
        }
        refuseNegative(!before.unsigned());
        return ValueConversion.SAME;
    }

    private static String power(int digits) {
        return BigInteger.TEN.pow(digits).toString();
    }

    /**
     * Returns the condition that a value is farther from zero than a bound, or as far if {@code orEqual} is {@code =}.
     * Without {@code abs()}, which fails for the lowest integer.
     */
    private String beyond(String orEqual, String bound) {
        String above = column + " >" + orEqual + " " + bound;
        return before.unsigned() ? above : column + " <" + orEqual + " -" + bound + " OR " + above;
    }

    private void refuseNegative(boolean possible) {
        if (possible && after.unsigned()) {
            refuse(column + " < 0", "is negative, and the new type is unsigned");
        }
    }

    private ValueConversion toFloating() {
        boolean plain = before.precision() == 0 && after.precision() == 0;
        boolean wider =
                before.type() == after.type() || (before.type() == MySqlType.FLOAT && after.type() == MySqlType.DOUBLE);
        if (before.type() == MySqlType.FLOAT || before.type() == MySqlType.DOUBLE) {
            boolean same = before.precision() == after.precision() && before.scale() == after.scale();
            if ((plain && wider) || (same && before.type() == after.type())) {
                refuseNegative(!before.unsigned());
                return ValueConversion.SAME;
            }
            return unknownType();
        }
        if (!before.type().isInteger() || !plain) {
            return unknownType();
        }
        BigInteger exact = after.type() == MySqlType.DOUBLE ? EXACT_DOUBLE : EXACT_FLOAT;
        if (ColumnType.of(before).range().high().compareTo(exact) > 0) {
            refuse(beyond("", exact.toString()), "has more digits than the new type stores exactly");
        }
        refuseNegative(ColumnType.of(before).range().low().signum() < 0);
        return ValueConversion.SAME;
    }

    private ValueConversion toText() {
        if (before.type().isText()) {
            refuseLongText();
            refuseForeignCharacters();
            return ValueConversion.SAME;
        }
        boolean number = (before.type().isInteger() || before.type() == MySqlType.DECIMAL) && !isZerofill(before);
        boolean choice = before.type() == MySqlType.ENUM || before.type() == MySqlType.SET;
        if (!number && !choice) {
            return unknownType();
        }
        String text = "CAST(" + column + " AS TEXT)";
        boolean roomy =
                after.type() == MySqlType.TEXT || (before.type().isInteger() && after.length() >= BIGINT_DIGITS);
        if (!roomy) {
            refuse("char_length(" + text + ") > " + after.length(), "is longer than the new type");
        }
        if (choice) {
            refuseForeignCharacters();
        }
        return new ValueConversion(text, List.of());
    }

    private void refuseLongText() {
        String text = "CAST(" + column + " AS TEXT)";
        boolean wasBytes = before.type() == MySqlType.TEXT;
        if (after.type() != MySqlType.TEXT) {
            if (wasBytes || before.length() > after.length()) {
                refuse("char_length(" + text + ") > " + after.length(), "is longer than the new type");
            }
            return;
        }
        boolean sameBytes = isUtf8(before) && isUtf8(after);
        long longest = before.length() * (wasBytes && sameBytes ? 1 : LONGEST_CHARACTER);
        if (longest > after.length()) {
            String bytes = "octet_length(" + text + ")" + (isUtf8(after) ? "" : " * " + LONGEST_CHARACTER);
            refuse(bytes + " > " + after.length(), "may have more bytes than the new type");
        }
    }

    private static boolean isUtf8(ColumnDefinition column) {
        return String.valueOf(column.characterSet()).startsWith("utf8");
    }

    /** Returns whether the new character set contains every character of the old one. */
    private boolean hasEveryCharacter() {
        String to = String.valueOf(after.characterSet());
        return String.valueOf(before.characterSet()).equals(to) || UNIVERSAL.contains(to);
    }

    /** Refuses characters that the new character set lacks; a strict session has refused them. */
    private void refuseForeignCharacters() {
        if (!context.isStrict() && !hasEveryCharacter()) {
            String text = "CAST(" + column + " AS TEXT)";
            refuse(
                    "octet_length(" + text + ") <> char_length(" + text + ")",
                    "may contain characters that " + after.characterSet() + " lacks");
        }
    }

    private ValueConversion toBytes() {
        boolean bytes = before.type() == MySqlType.BINARY
                || before.type() == MySqlType.VARBINARY
                || before.type() == MySqlType.BLOB;
        if (!bytes) {
            return unknownType();
        }
        if (before.length() > after.length()) {
            refuse("octet_length(" + column + ") > " + after.length(), "is longer than the new type");
        }
        return ValueConversion.SAME;
    }

    private ValueConversion toEnum() {
        if (before.type() == MySqlType.ENUM && after.members().containsAll(before.members())) {
            return after.members().equals(before.members()) ? ValueConversion.SAME : asText();
        }
        if (before.type() != MySqlType.ENUM && !before.type().isText()) {
            return unknownType();
        }
        String members = after.members().stream().map(Identifiers::literal).collect(Collectors.joining(", "));
        refuse("CAST(" + column + " AS TEXT) NOT IN (" + members + ")", "is not a member of the new type");
        return asText();
    }

    private ValueConversion toSet() {
        if (before.type() != MySqlType.SET) {
            return unknownType();
        }
        if (after.members().equals(before.members())) {
            return ValueConversion.SAME;
        }
        List<String> kept = new ArrayList<>(before.members());
        kept.retainAll(after.members());
        List<String> ordered = new ArrayList<>(after.members());
        ordered.retainAll(before.members());
        String text = "CAST(" + column + " AS TEXT)";
        if (!kept.equals(ordered)) {
            refuse("position(',' IN " + text + ") > 0", "has several members, whose order changes");
        }
        if (kept.size() < before.members().size()) {
            String gone = before.members().stream()
                    .filter(member -> !after.members().contains(member))
                    .map(member -> "position(" + Identifiers.literal("," + member + ",") + " IN concat(',', " + text
                            + ", ',')) > 0")
                    .collect(Collectors.joining(" OR "));
            refuse(gone, "has a member that the new type lacks");
        }
        return asText();
    }

    private ValueConversion asText() {
        return new ValueConversion("CAST(" + column + " AS TEXT)", List.of());
    }

    private ValueConversion toClock() {
        MySqlType from = before.type();
        if (from == after.type()) {
            refuseLostDigits();
            boolean asText = from == MySqlType.TIME && !afterType.startsWith("time");
            return asText && before.scale() != after.scale() ? unknownType() : ValueConversion.SAME;
        }
        if (from == MySqlType.DATE && after.type() == MySqlType.DATETIME) {
            return ValueConversion.SAME;
        }
        if (from == MySqlType.DATETIME && after.type() == MySqlType.DATE) {
            refuse(column + " <> date_trunc('day', " + column + ")", "has a time of day, and the new type has none");
            return ValueConversion.SAME;
        }
        ZoneOffset offset = context.timeZone();
        boolean isMoment = from == MySqlType.TIMESTAMP && after.type() == MySqlType.DATETIME;
        boolean becomesMoment = from == MySqlType.DATETIME && after.type() == MySqlType.TIMESTAMP;
        return offset != null && (isMoment || becomesMoment) ? acrossZone(offset, becomesMoment) : unknownType();
    }

    private void refuseLostDigits() {
        if (before.scale() > after.scale()) {
            refuse(
                    "CAST(EXTRACT(MICROSECONDS FROM " + column + ") AS bigint) % " + power(6 - after.scale()) + " <> 0",
                    "has more fractional digits than the new type");
        }
    }

    /**
     * Converts between DATETIME and TIMESTAMP in the session's time zone. TIMESTAMP values are from 1970 to 2038, or
     * zero.
     */
    private ValueConversion acrossZone(ZoneOffset offset, boolean becomesMoment) {
        refuseLostDigits();
        ZoneOffset shown = becomesMoment ? offset : ZoneOffset.UTC;
        String zone = becomesMoment ? "" : "+00";
        refuse(
                column + " < " + literal(FIRST_MOMENT, shown, zone) + " OR " + column + " > "
                        + literal(LAST_MOMENT, shown, zone),
                "is outside the range of TIMESTAMP");
        String interval = "CAST('" + offset.getTotalSeconds() + " seconds' AS interval)";
        return new ValueConversion(column + " AT TIME ZONE " + interval, List.of());
    }

    private static String literal(Instant moment, ZoneOffset shown, String zone) {
        return "'"
                + DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
                        .format(moment.atOffset(shown))
                + zone + "'";
    }
}
