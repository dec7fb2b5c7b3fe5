package io.gaussferry.type;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** DATE, DATETIME and TIMESTAMP, which may be zero dates. */
abstract class CalendarType extends TemporalType {

    private static final Pattern ZERO_DATE = Pattern.compile("0000-00-00(?: 00:00:00(?:\\.0+)?)?");
    private static final int ISO_DATE_LENGTH = 10;

    CalendarType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public final Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of(Rule.ZERO_DATE);
    }

    @Override
    public final KeyOrdering keyOrdering() {
        return KeyOrdering.EVERY_PARTITION;
    }

    @Override
    public final boolean isOrderedLike(String targetType, ConversionRules rules) {
        return !rules.replacesZeroDates() && (targetType.startsWith("date") || targetType.startsWith("timestamp"));
    }

    @Override
    public final boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return !rules.replacesZeroDates();
    }

    @Override
    public final Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.date());
    }

    /** Returns today, yesterday, tomorrow, or a day long ago. */
    static LocalDate day(int row, LocalDateTime now) {
        LocalDate today = now.toLocalDate();
        return switch (row) {
            case 1 -> today;
            case 2 -> today.minusDays(1);
            case 3 -> today.plusDays(1);
            default -> today.minusYears(row);
        };
    }

    @Override
    public final DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        boolean isKeptZeroDate = ZERO_DATE.matcher(text).matches()
                && rules.zeroDate() == ZeroDate.KEEP
                && TargetTypes.supportsZeroDates(target);
        return isKeptZeroDate ? DefaultLiteral.quoted(text) : defaultLiteral(text);
    }

    /** Converts a literal default that is not a zero date which the target keeps. */
    DefaultLiteral defaultLiteral(String text) {
        try {
            if (LocalDate.parse(text.substring(0, Math.min(ISO_DATE_LENGTH, text.length())))
                            .getYear()
                    > 0) {
                return DefaultLiteral.quoted(text);
            }
        } catch (DateTimeException e) {
            // a date that only MySQL supports
        }
        return DefaultLiteral.unknown("its default '" + text + "' is a date that the target does not know");
    }

    @Override
    public ValueFamily family() {
        return ValueFamily.DATE;
    }
}
