package io.gaussferry.type;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.OptionalLong;
import java.util.Set;

/** DATE, DATETIME and TIMESTAMP, which may be zero dates. */
abstract sealed class CalendarType extends ColumnType permits DateType, DateTimeType, TimestampType {

    CalendarType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public final Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of(Rule.ZERO_DATE);
    }

    @Override
    public final OptionalLong textBytes() {
        return OptionalLong.of(LONGEST_SCALAR);
    }

    @Override
    public final String sourceLiteral(String text) {
        return SqlLiterals.temporal(text);
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
}
