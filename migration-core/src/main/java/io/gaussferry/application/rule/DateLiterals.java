package io.gaussferry.application.rule;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides whether a string is a date or a date with a time for both servers. */
final class DateLiterals {

    private static final Pattern SEPARATED = Pattern.compile(
            "\\s*(\\d{1,4})[-/.:](\\d{1,2})[-/.:](\\d{1,2})(?:(?:T|\\s+)(\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2}))?)?(?:\\.\\d*)?Z?)?\\s*");

    private static final Pattern DIGITS =
            Pattern.compile("(\\d{4}|\\d{2})(\\d{2})(\\d{2})(?:(\\d{2})(\\d{2})(\\d{2})(?:\\.\\d*)?)?");

    private DateLiterals() {}

    /** Returns whether it is an existing date. The zero date has a rule of its own. */
    static boolean isValid(String text) {
        if (text.startsWith("0000-00-00")) {
            return true;
        }
        Matcher matcher = SEPARATED.matcher(text);
        if (!matcher.matches()) {
            matcher = DIGITS.matcher(text);
        }
        if (!matcher.matches()) {
            return false;
        }
        try {
            LocalDate date = LocalDate.of(part(matcher, 1), part(matcher, 2), part(matcher, 3));
            LocalTime time = LocalTime.of(part(matcher, 4), part(matcher, 5), part(matcher, 6));
            return date.atTime(time).getYear() >= 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static int part(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }
}
