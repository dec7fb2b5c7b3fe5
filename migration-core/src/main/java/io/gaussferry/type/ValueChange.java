package io.gaussferry.type;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IntegerRange;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of a column's declaration, whose values MySQL converts without row events. The type after it computes what the target has to do, and refuses
 * the values for which the target's conversion may yield others.
 *
 * <p>A strict session refuses a value that does not fit; another session changes it. In either case a query checks the target's rows. For one thread.
 */
public final class ValueChange {

    /** Character sets that contain every character. */
    private static final Set<String> UNIVERSAL = Set.of("utf8mb4", "utf16", "utf16le", "utf32", "gb18030");

    private final ColumnDefinition former;
    private final ColumnDefinition column;
    private final String quoted;
    private final String targetType;
    private final boolean strict;
    private final @Nullable ZoneOffset zone;
    private final List<Refusal> refusals = new ArrayList<>();

    /**
     * A condition that no row may meet.
     *
     * @param condition the condition, as SQL of the target
     * @param problem its meaning, as a predicate whose subject is a value
     */
    public record Refusal(String condition, String problem) {}

    /**
     * @param former the column before the statement
     * @param column the column after the statement
     * @param targetType its type on the target
     * @param strict whether the session is strict
     * @param zone the offset of the session's time zone; null if it is not known
     */
    public ValueChange(
            ColumnDefinition former,
            ColumnDefinition column,
            String targetType,
            boolean strict,
            @Nullable ZoneOffset zone) {
        this.former = former;
        this.column = column;
        this.quoted = Identifiers.quoteTarget(column.name());
        this.targetType = targetType;
        this.strict = strict;
        this.zone = zone;
    }

    /** Returns the values that the change refuses. */
    public List<Refusal> refusals() {
        return List.copyOf(refusals);
    }

    /** Refuses the values that meet a condition. */
    public void refuse(String condition, String problem) {
        refusals.add(new Refusal(condition, problem));
    }

    /** Returns the column on the target: the new value, if the target's own conversion matches MySQL's. */
    public String quoted() {
        return quoted;
    }

    ColumnDefinition former() {
        return former;
    }

    /** Returns the range of the former integers. */
    IntegerRange formerRange() {
        return ColumnType.of(former).range();
    }

    boolean isStrict() {
        return strict;
    }

    @Nullable
    ZoneOffset zone() {
        return zone;
    }

    String targetType() {
        return targetType;
    }

    /** Returns the new value if the target's own conversion matches MySQL's. */
    Optional<String> same() {
        return Optional.of(quoted);
    }

    /** Returns the value as a string. */
    String text() {
        return "CAST(" + quoted + " AS TEXT)";
    }

    /** Returns an expression cast to the column's new type. */
    Optional<String> cast(String expression) {
        return Optional.of("CAST(" + expression + " AS " + targetType + ")");
    }

    /** Returns whether values of the former type are not longer than those of the new one. */
    boolean isNotShorter() {
        return former.length() <= column.length() && former.precision() <= column.precision();
    }

    /** Returns whether values of both types are of the same length. */
    boolean isSameSize() {
        return former.length() == column.length() && former.precision() == column.precision();
    }

    /** Returns whether the new character set contains every character of the former one. */
    boolean hasEveryCharacter() {
        String to = String.valueOf(column.characterSet());
        return String.valueOf(former.characterSet()).equals(to) || UNIVERSAL.contains(to);
    }

    /** Refuses characters that the new character set lacks; a strict session has refused them. */
    void refuseForeignCharacters() {
        if (!strict && !hasEveryCharacter()) {
            refuse(
                    "octet_length(" + text() + ") <> char_length(" + text() + ")",
                    "may contain characters that " + column.characterSet() + " lacks");
        }
    }

    /** Refuses numbers outside of a range. */
    void refuseOutside(String number, IntegerRange range) {
        refuse(
                number + " < " + range.low() + " OR " + number + " > " + range.high(),
                "is outside the range of the new type");
    }

    /** Refuses numbers with more digits before the point. */
    void refuseDigits(int digits) {
        refuse(beyond("=", power(digits)), "has more digits than the new type");
    }

    void refuseNegative(boolean possible) {
        if (possible && column.unsigned()) {
            refuse(quoted + " < 0", "is negative, and the new type is unsigned");
        }
    }

    /** Refuses fractions of a second with more digits. */
    void refuseLostDigits() {
        if (former.scale() > column.scale()) {
            refuse(
                    "CAST(EXTRACT(MICROSECONDS FROM " + quoted + ") AS bigint) % " + power(6 - column.scale())
                            + " <> 0",
                    "has more fractional digits than the new type");
        }
    }

    /**
     * Returns the condition that a value is farther from zero than a bound, or as far if {@code orEqual} is {@code =}. Without {@code abs()}, which fails for
     * the lowest integer.
     */
    String beyond(String orEqual, String bound) {
        String above = quoted + " >" + orEqual + " " + bound;
        return former.unsigned() ? above : quoted + " <" + orEqual + " -" + bound + " OR " + above;
    }

    private static String power(int digits) {
        return BigInteger.TEN.pow(digits).toString();
    }
}
