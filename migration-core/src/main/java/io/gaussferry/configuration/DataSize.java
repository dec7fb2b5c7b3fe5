package io.gaussferry.configuration;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes in the notation of a configuration: {@code 16MB}, in units of 1024.
 *
 * @param toBytes the number of bytes
 */
public record DataSize(long toBytes) implements Comparable<DataSize> {

    private static final Pattern FORM = Pattern.compile("(-?\\d{1,18})\\s*([A-Z]{0,2})");
    private static final long KILO = 1024;

    /**
     * Parses a size such as {@code 16MB}; a plain number is in bytes.
     *
     * @throws IllegalArgumentException if the string is not a size
     */
    public static DataSize parse(String size) {
        Matcher form = FORM.matcher(size.strip().toUpperCase(Locale.ROOT));
        if (!form.matches()) {
            throw new IllegalArgumentException("not a size");
        }
        long unit = switch (form.group(2)) {
            case "", "B" -> 1;
            case "KB" -> KILO;
            case "MB" -> KILO * KILO;
            case "GB" -> KILO * KILO * KILO;
            case "TB" -> KILO * KILO * KILO * KILO;
            default -> throw new IllegalArgumentException("not a size");
        };
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(form.group(1)), unit));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("size is too large", e);
        }
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(toBytes, other.toBytes);
    }
}
