package io.gaussferry.shadow;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A URL such as {@code jdbc:gaussferry-shadow:mysql://host/shop?shadowFile=/var/log/shop.sql}.
 *
 * @param url MySQL's URL, without the parameters of this driver
 * @param file the file in which queries are recorded
 * @param queue the largest number of queries that wait to be written
 * @param samples the number of recorded executions of each SQL string
 * @param maximumBytes the size of the file after which nothing is recorded
 */
record ShadowUrl(String url, Path file, int queue, int samples, long maximumBytes) {

    static final String PREFIX = "jdbc:gaussferry-shadow:";

    private static final String FILE = "shadowFile";
    private static final String QUEUE = "shadowQueue";
    private static final String SAMPLES = "shadowSamples";
    private static final String MAXIMUM_MEGABYTES = "shadowMaximumMegabytes";
    private static final List<String> OWN = List.of(FILE, QUEUE, SAMPLES, MAXIMUM_MEGABYTES);

    private static final int LARGEST_QUEUE = 1_000_000;
    private static final int MOST_SAMPLES = 1_000;
    private static final int LARGEST_MEGABYTES = 100_000;

    static boolean isAccepted(String url) {
        return url.startsWith(PREFIX);
    }

    /**
     * Parses a URL.
     *
     * @throws SQLException if it names no file, or a parameter is invalid
     */
    static ShadowUrl parse(String url) throws SQLException {
        String mysql = "jdbc:" + url.substring(PREFIX.length());
        int query = mysql.indexOf('?');
        Map<String, String> own = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        if (query >= 0) {
            for (String parameter : mysql.substring(query + 1).split("&", -1)) {
                int equals = parameter.indexOf('=');
                String name = equals < 0 ? parameter : parameter.substring(0, equals);
                if (OWN.contains(name)) {
                    own.put(name, equals < 0 ? "" : parameter.substring(equals + 1));
                } else {
                    others.add(parameter);
                }
            }
        }
        String file = own.getOrDefault(FILE, "");
        if (!file.endsWith(".sql")) {
            throw invalid(FILE + " must name a file that ends in .sql");
        }
        String address = query < 0 ? mysql : mysql.substring(0, query);
        long bytesPerMegabyte = 1L << 20;
        return new ShadowUrl(
                others.isEmpty() ? address : address + "?" + String.join("&", others),
                Path.of(file),
                number(own, QUEUE, 10_000, LARGEST_QUEUE),
                number(own, SAMPLES, 5, MOST_SAMPLES),
                bytesPerMegabyte * number(own, MAXIMUM_MEGABYTES, 100, LARGEST_MEGABYTES));
    }

    private static int number(Map<String, String> own, String name, int defaultValue, int largest) throws SQLException {
        String text = own.get(name);
        if (text == null) {
            return defaultValue;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= largest) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw invalid(name + " is not a number");
        }
        throw invalid(name + " must be 1 to " + largest);
    }

    private static SQLException invalid(String problem) {
        return new SQLException("The URL of the shadow driver is invalid: " + problem + ".", "08001");
    }
}
