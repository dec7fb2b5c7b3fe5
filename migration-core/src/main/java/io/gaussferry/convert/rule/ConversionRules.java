package io.gaussferry.convert.rule;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Rules for values that the target cannot store. By default nearly all are refused: replication stops and reports the
 * value. A value that the target can store is written unchanged.
 *
 * @param zeroDate dates that do not exist in the calendar, such as {@code 0000-00-00}, {@code 2024-00-15} and {@code
 *     2024-02-30}
 * @param zeroDateReplacement the replacement date for {@link ZeroDate#REPLACE}; otherwise null
 * @param nul the character U+0000 in strings
 * @param invalidBytes bytes that are not valid in their column's character set
 * @param timeOutOfRange TIME values below 00:00:00 or from 24:00:00 on, on targets whose {@code time} does not support
 *     them
 * @param invalidEnum the empty string that MySQL stores in an ENUM for an invalid member, on targets whose enum does
 *     not allow it
 * @param negativeZero negative zero of FLOAT and DOUBLE, on targets without it
 * @param jsonb whether JSON columns become {@code jsonb} instead of {@code json}
 * @param emptyStringAsNull whether '' becomes NULL, for clients that expect this: openGauss in compatibility A
 * @param collations the collation of string columns that Gaussferry creates, on targets with MySQL's collations
 */
public record ConversionRules(
        ZeroDate zeroDate,
        @Nullable LocalDate zeroDateReplacement,
        Nul nul,
        InvalidBytes invalidBytes,
        TimeOutOfRange timeOutOfRange,
        InvalidEnum invalidEnum,
        NegativeZero negativeZero,
        boolean jsonb,
        boolean emptyStringAsNull,
        CollationRule collations) {

    /**
     * Rule for dates that do not exist in the calendar. {@code KEEP} writes those that the target supports and refuses
     * all others.
     */
    public enum ZeroDate {
        KEEP,
        REFUSE,
        NULL,
        REPLACE
    }

    /** Rule for U+0000 in strings. */
    public enum Nul {
        REFUSE,
        STRIP
    }

    /** Rule for bytes that are not valid in their character set; {@code REPLACE} writes U+FFFD for each. */
    public enum InvalidBytes {
        REFUSE,
        REPLACE
    }

    /**
     * Rule for TIME values outside one day; all choices except {@code REFUSE} also change the type of the target's
     * column.
     */
    public enum TimeOutOfRange {
        REFUSE,
        INTERVAL,
        TEXT
    }

    /**
     * Rule for ENUM's empty invalid value; {@code TEXT} makes the target's column a string type with a check
     * constraint.
     */
    public enum InvalidEnum {
        REFUSE,
        NULL,
        TEXT
    }

    /** Rule for -0, which equals 0 everywhere and differs from it only in its bits. */
    public enum NegativeZero {
        ZERO,
        REFUSE
    }

    /**
     * Rule for collations: {@code KEEP} names the target's nearest collation for each column, {@code BINARY} names none, so that the
     * target compares bytes.
     */
    public enum CollationRule {
        KEEP,
        BINARY
    }

    public ConversionRules {
        if ((zeroDate == ZeroDate.REPLACE) != (zeroDateReplacement != null)) {
            throw new IllegalArgumentException("the rule REPLACE requires a replacement date, other rules exclude it");
        }
        if (zeroDateReplacement != null
                && (zeroDateReplacement.getYear() < 1 || zeroDateReplacement.getYear() > 9999)) {
            throw new IllegalArgumentException(
                    "the replacement date must be in the years 1 to 9999, not " + zeroDateReplacement);
        }
    }

    /** Returns whether zero dates are replaced by NULL or by a date that the user chose. */
    public boolean replacesZeroDates() {
        return zeroDate == ZeroDate.NULL || zeroDate == ZeroDate.REPLACE;
    }

    /**
     * Returns the defaults: values that the target supports are kept; otherwise -0 loses its sign and all other values
     * are refused.
     */
    public static ConversionRules defaults() {
        return new ConversionRules(
                ZeroDate.KEEP,
                null,
                Nul.REFUSE,
                InvalidBytes.REFUSE,
                TimeOutOfRange.REFUSE,
                InvalidEnum.REFUSE,
                NegativeZero.ZERO,
                false,
                false,
                CollationRule.KEEP);
    }

    /** Returns these rules with a different rule for U+0000. */
    public ConversionRules withNul(Nul rule) {
        return new ConversionRules(
                zeroDate,
                zeroDateReplacement,
                rule,
                invalidBytes,
                timeOutOfRange,
                invalidEnum,
                negativeZero,
                jsonb,
                emptyStringAsNull,
                collations);
    }

    /** Returns these rules with a different rule for bytes that are invalid in their character set. */
    public ConversionRules withInvalidBytes(InvalidBytes rule) {
        return new ConversionRules(
                zeroDate,
                zeroDateReplacement,
                nul,
                rule,
                timeOutOfRange,
                invalidEnum,
                negativeZero,
                jsonb,
                emptyStringAsNull,
                collations);
    }
}
