package io.gaussferry.opengauss.decoding;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URLs at which a target may take replication connections. */
final class ReplicationUrl {

    private static final String PREFIX = "jdbc:opengauss://";
    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})(?=,|$)");
    private static final int DEFAULT_PORT = 5432;

    private ReplicationUrl() {}

    /**
     * Returns the URLs in the order in which they are to be tried.
     *
     * @param url of ordinary connections
     * @param port what the user chose, or 0
     * @param behind whether the port behind the ordinary one comes first, as openGauss has it
     */
    static List<String> candidates(String url, int port, boolean behind) {
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
        return behind ? List.of(nextUrl, url) : List.of(url);
    }

    private static String withPorts(String hosts) {
        StringBuilder text = new StringBuilder();
        for (String host : hosts.split(",", -1)) {
            text.append(text.length() == 0 ? "" : ",").append(host);
            if (!PORT.matcher(host).find()) {
                text.append(':').append(DEFAULT_PORT);
            }
        }
        return text.toString();
    }
}
