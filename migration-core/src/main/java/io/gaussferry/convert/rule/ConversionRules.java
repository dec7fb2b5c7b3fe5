package io.gaussferry.convert.rule;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of values that the target cannot hold. The default for nearly all is to refuse: replay stops and names the value.
 * Where the target can hold a value there is nothing to decide, and it is written as it is.
 *
 * @param zeroDate dates that no calendar holds, such as {@code 0000-00-00}, {@code 2024-00-15} and {@code 2024-02-30}
 * @param zeroDateReplacement the date that stands in for them with {@link ZeroDate#REPLACE}; otherwise null
 * @param nul the character U+0000 in text
 * @param invalidBytes bytes that are not valid in their column's character set
 * @param timeOutOfRange TIME values below 00:00:00 or from 24:00:00 on, on targets whose {@code time} ends there
 * @param invalidEnum the empty string that MySQL stores in an ENUM for what was no member, on targets whose enum has no place
 *     for it
 * @param negativeZero the zero of FLOAT and DOUBLE that has a sign, on targets that have none
 * @param jsonb whether JSON columns become {@code jsonb} instead of the textual type
 * @param emptyStringAsNull whether '' becomes NULL, for readers to whom it is that: openGauss in compatibility A
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
        boolean emptyStringAsNull) {

    /** For dates that no calendar holds; {@code KEEP} writes what the target has all the same, and refuses the others. */
    public enum ZeroDate {
        KEEP,
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

    /** For ENUM's empty invalid value; {@code TEXT} makes the target's column text with a check. */
    public enum InvalidEnum {
        REFUSE,
        NULL,
        TEXT
    }

    /** For -0, which equals 0 everywhere and is another value in its bits alone. */
    public enum NegativeZero {
        ZERO,
        REFUSE
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

    /** Returns whether a zero date is written as a value of the calendar's that the user chose, or as none. */
    public boolean replacesZeroDates() {
        return zeroDate == ZeroDate.NULL || zeroDate == ZeroDate.REPLACE;
    }

    /** Returns the default: what the target can hold is kept; else -0 loses its sign, everything other is refused. */
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
                false);
    }

    /** Returns these rules with another one for U+0000. */
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
                emptyStringAsNull);
    }

    /** Returns these rules with another one for bytes that are invalid in their character set. */
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
                emptyStringAsNull);
    }
}
