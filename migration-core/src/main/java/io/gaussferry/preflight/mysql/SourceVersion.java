package io.gaussferry.preflight.mysql;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a source server.
 *
 * @param text its own words, such as {@code 8.0.33-log}
 * @param major 0 where it cannot be read
 * @param minor the number after the first dot
 * @param mariaDb whether it is MariaDB
 */
public record SourceVersion(String text, int major, int minor, boolean mariaDb) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+).*");

    public static SourceVersion parse(String text) {
        Matcher matcher = NUMBERS.matcher(text);
        boolean mariaDb = text.toLowerCase(Locale.ROOT).contains("mariadb");
        return matcher.matches()
                ? new SourceVersion(
                        text, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), mariaDb)
                : new SourceVersion(text, 0, 0, mariaDb);
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }
}
