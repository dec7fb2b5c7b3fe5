package io.gaussferry.configuration;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, as it is written in a configuration: {@code 16MB}, in units of 1024.
 *
 * @param toBytes how many
 */
public record DataSize(long toBytes) implements Comparable<DataSize> {

    private static final Pattern FORM = Pattern.compile("(-?\\d{1,18})\\s*([A-Z]{0,2})");
    private static final long KILO = 1024;

    /**
     * Reads a text such as {@code 16MB}; a number alone is one of bytes.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static DataSize parse(String text) {
        Matcher form = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!form.matches()) {
            throw new IllegalArgumentException("no size");
        }
        long unit = switch (form.group(2)) {
            case "", "B" -> 1;
            case "KB" -> KILO;
            case "MB" -> KILO * KILO;
            case "GB" -> KILO * KILO * KILO;
            case "TB" -> KILO * KILO * KILO * KILO;
            default -> throw new IllegalArgumentException("no size");
        };
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(form.group(1)), unit));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too large a size", e);
        }
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(toBytes, other.toBytes);
    }
}
