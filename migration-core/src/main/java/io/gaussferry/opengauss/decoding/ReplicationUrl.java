package io.gaussferry.opengauss.decoding;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** URLs for replication connections of a target. */
final class ReplicationUrl {

    private static final String PREFIX = "jdbc:opengauss://";
    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})(?=,|$)");
    private static final int DEFAULT_PORT = 5432;

    private ReplicationUrl() {}

    /**
     * Returns the URLs in the order of attempts.
     *
     * @param url URL of ordinary connections
     * @param port the user's choice, or 0
     * @param nextPortFirst whether the port after the ordinary one comes first, as on openGauss
     */
    static List<String> candidates(String url, int port, boolean nextPortFirst) {
        int slash = url.indexOf('/', PREFIX.length());
        if (!url.startsWith(PREFIX) || slash < 0) {
            return List.of(url);
        }
        String hosts = url.substring(PREFIX.length(), slash);
        if (port > 0) {
            return List.of(PREFIX + PORT.matcher(withPorts(hosts)).replaceAll(":" + port) + url.substring(slash));
        }
        Matcher ports = PORT.matcher(withPorts(hosts));
        String next = ports.replaceAll(match -> ":" + (Integer.parseInt(match.group(1)) + 1));
        String nextUrl = PREFIX + next + url.substring(slash);
        return nextPortFirst ? List.of(nextUrl, url) : List.of(url);
    }

    private static String withPorts(String hosts) {
        StringBuilder result = new StringBuilder();
        for (String host : hosts.split(",", -1)) {
            result.append(result.length() == 0 ? "" : ",").append(host);
            if (!PORT.matcher(host).find()) {
                result.append(':').append(DEFAULT_PORT);
            }
        }
        return result.toString();
    }
}
