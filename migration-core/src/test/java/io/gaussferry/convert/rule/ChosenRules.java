package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** The default rules with a test's choices. */
public final class ChosenRules {

    private ChosenRules() {}

    /** Returns the defaults with these choices, each a constant of one rule. */
    public static ConversionRules of(Enum<?>... choices) {
        ConversionRules rules = ConversionRules.defaults();
        for (Enum<?> choice : choices) {
            rules = choices(choice).apply(rules);
        }
        return rules;
    }

    /** Returns the defaults with zero dates replaced by a date. */
    public static ConversionRules zeroDate(LocalDate replacement) {
        return new RuleChoices(ZeroDate.REPLACE, replacement, null, null, null, null, null, null, null, null, null)
                .apply(ConversionRules.defaults());
    }

    /** Returns the defaults with JSON as {@code jsonb}. */
    public static ConversionRules jsonb() {
        return new RuleChoices(null, null, null, null, null, null, null, true, null, null, null)
                .apply(ConversionRules.defaults());
    }

    /** Returns the defaults with '' as NULL. */
    public static ConversionRules emptyStringAsNull() {
        return new RuleChoices(null, null, null, null, null, null, null, null, true, null, null)
                .apply(ConversionRules.defaults());
    }

    private static RuleChoices choices(Enum<?> choice) {
        return new RuleChoices(
                as(ZeroDate.class, choice),
                null,
                as(Nul.class, choice),
                as(InvalidBytes.class, choice),
                as(TimeOutOfRange.class, choice),
                as(InvalidEnum.class, choice),
                as(NegativeZero.class, choice),
                null,
                null,
                as(CollationRule.class, choice),
                null);
    }

    private static <T extends Enum<T>> @Nullable T as(Class<T> rule, Enum<?> choice) {
        return rule.isInstance(choice) ? rule.cast(choice) : null;
    }
}
