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

/**
 * The user's choices for some columns; null inherits the more general choice.
 *
 * @param zeroDate dates that do not exist in the calendar
 * @param zeroDateReplacement the replacement date for {@link ZeroDate#REPLACE}; otherwise null
 * @param nul the character U+0000 in strings
 * @param invalidBytes bytes that are not valid in their column's character set
 * @param timeOutOfRange TIME values outside one day
 * @param invalidEnum ENUM's empty invalid value
 * @param negativeZero negative zero
 * @param jsonb whether JSON becomes {@code jsonb}
 * @param emptyStringAsNull whether '' becomes NULL
 * @param collations the collation of string columns
 * @param targetType the type to create on the target, as in CREATE TABLE
 */
public record RuleChoices(
        @Nullable ZeroDate zeroDate,
        @Nullable LocalDate zeroDateReplacement,
        @Nullable Nul nul,
        @Nullable InvalidBytes invalidBytes,
        @Nullable TimeOutOfRange timeOutOfRange,
        @Nullable InvalidEnum invalidEnum,
        @Nullable NegativeZero negativeZero,
        @Nullable Boolean jsonb,
        @Nullable Boolean emptyStringAsNull,
        @Nullable CollationRule collations,
        @Nullable String targetType) {

    /** Contains no choices. */
    public static final RuleChoices NONE =
            new RuleChoices(null, null, null, null, null, null, null, null, null, null, null);

    public RuleChoices {
        if ((zeroDate == ZeroDate.REPLACE) != (zeroDateReplacement != null)) {
            throw new IllegalArgumentException("the rule REPLACE requires a replacement date, other rules exclude it");
        }
    }

    /** Returns choices with only a target type. */
    public static RuleChoices ofTargetType(String type) {
        return new RuleChoices(null, null, null, null, null, null, null, null, null, null, type);
    }

    ConversionRules apply(ConversionRules rules) {
        return new ConversionRules(
                zeroDate == null ? rules.zeroDate() : zeroDate,
                zeroDate == null ? rules.zeroDateReplacement() : zeroDateReplacement,
                nul == null ? rules.nul() : nul,
                invalidBytes == null ? rules.invalidBytes() : invalidBytes,
                timeOutOfRange == null ? rules.timeOutOfRange() : timeOutOfRange,
                invalidEnum == null ? rules.invalidEnum() : invalidEnum,
                negativeZero == null ? rules.negativeZero() : negativeZero,
                jsonb == null ? rules.jsonb() : jsonb,
                emptyStringAsNull == null ? rules.emptyStringAsNull() : emptyStringAsNull,
                collations == null ? rules.collations() : collations);
    }
}
