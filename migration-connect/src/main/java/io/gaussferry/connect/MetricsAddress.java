package io.gaussferry.connect;

import io.gaussferry.configuration.Requirements;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a worker's page for Prometheus is to be.
 *
 * @param host a name or an address of the worker's machine; one of IPv6 without its brackets
 * @param port 1 to 65535
 */
record MetricsAddress(String host, int port) {

    private static final Pattern TEXT =
            Pattern.compile("(?:(?<host>[^\\s:\\[\\]/@]+|\\[[0-9A-Fa-f:.%a-z]+\\]):)?(?<port>[0-9]{1,5})");

    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Reads {@code HOST:PORT}, or a port alone, which is one of the loopback address.
     *
     * @throws io.gaussferry.error.GaussferryException of category CONFIGURATION, naming the key
     */
    static MetricsAddress read(String key, String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw refused(key, text);
        }
        int port = Integer.parseInt(matcher.group("port"));
        if (port < 1 || port > HIGHEST_PORT) {
            throw refused(key, text);
        }
        String host = matcher.group("host");
        return new MetricsAddress(host == null ? LOOPBACK : host.replaceAll("[\\[\\]]", ""), port);
    }

    private static RuntimeException refused(String key, String text) {
        return Requirements.refused(
                key + " is " + text.strip() + ".",
                "write HOST:PORT, such as 127.0.0.1:9464, or a port alone, 1 to " + HIGHEST_PORT
                        + "; leave it out for no page");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
