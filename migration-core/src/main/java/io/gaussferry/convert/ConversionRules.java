package io.gaussferry.convert;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of values that the target cannot hold. The default for all is to refuse: replay stops and names the value.
 *
 * @param zeroDate dates that no calendar holds, such as {@code 0000-00-00}, {@code 2024-00-15} and {@code 2024-02-30}
 * @param zeroDateReplacement the date that stands in for them with {@link ZeroDate#REPLACE}; otherwise null
 * @param nul the character U+0000 in text
 * @param invalidBytes bytes that are not valid in their column's character set
 * @param timeOutOfRange TIME values below 00:00:00 or from 24:00:00 on, on targets whose {@code time} ends there
 * @param jsonb whether JSON columns become {@code jsonb} instead of the textual type
 */
public record ConversionRules(
        ZeroDate zeroDate,
        @Nullable LocalDate zeroDateReplacement,
        Nul nul,
        InvalidBytes invalidBytes,
        TimeOutOfRange timeOutOfRange,
        boolean jsonb) {

    /** For dates that no calendar holds. */
    public enum ZeroDate {
        REFUSE,
        NULL,
        REPLACE
    }

    /** For U+0000 in text. */
    public enum Nul {
        REFUSE,
        STRIP
    }

    /** For bytes that are not valid in their character set; {@code REPLACE} writes U+FFFD for each. */
    public enum InvalidBytes {
        REFUSE,
        REPLACE
    }

    /** For TIME beyond a day; other than {@code REFUSE} it changes the type of the target's column as well. */
    public enum TimeOutOfRange {
        REFUSE,
        INTERVAL,
        TEXT
    }

    public ConversionRules {
        if ((zeroDate == ZeroDate.REPLACE) != (zeroDateReplacement != null)) {
            throw new IllegalArgumentException("a replacement date belongs to the rule REPLACE, and only to it");
        }
        if (zeroDateReplacement != null
                && (zeroDateReplacement.getYear() < 1 || zeroDateReplacement.getYear() > 9999)) {
            throw new IllegalArgumentException(
                    "the replacement date must be in the years 1 to 9999, not " + zeroDateReplacement);
        }
    }

    /** Returns the default: everything that does not fit is refused. */
    public static ConversionRules refuse() {
        return new ConversionRules(
                ZeroDate.REFUSE, null, Nul.REFUSE, InvalidBytes.REFUSE, TimeOutOfRange.REFUSE, false);
    }

    /** Returns these rules with zero dates becoming NULL. */
    public ConversionRules withZeroDateNull() {
        return new ConversionRules(ZeroDate.NULL, null, nul, invalidBytes, timeOutOfRange, jsonb);
    }

    /** Returns these rules with zero dates becoming another date, at midnight where there is a time of day. */
    public ConversionRules withZeroDate(LocalDate replacement) {
        return new ConversionRules(ZeroDate.REPLACE, replacement, nul, invalidBytes, timeOutOfRange, jsonb);
    }

    /** Returns these rules with another one for U+0000. */
    public ConversionRules withNul(Nul rule) {
        return new ConversionRules(zeroDate, zeroDateReplacement, rule, invalidBytes, timeOutOfRange, jsonb);
    }

    /** Returns these rules with another one for bytes that are invalid in their character set. */
    public ConversionRules withInvalidBytes(InvalidBytes rule) {
        return new ConversionRules(zeroDate, zeroDateReplacement, nul, rule, timeOutOfRange, jsonb);
    }

    /** Returns these rules with another one for TIME beyond a day. */
    public ConversionRules withTimeOutOfRange(TimeOutOfRange rule) {
        return new ConversionRules(zeroDate, zeroDateReplacement, nul, invalidBytes, rule, jsonb);
    }

    /** Returns these rules with JSON columns as {@code jsonb} or {@code json}. */
    public ConversionRules withJsonb(boolean useJsonb) {
        return new ConversionRules(zeroDate, zeroDateReplacement, nul, invalidBytes, timeOutOfRange, useJsonb);
    }
}
