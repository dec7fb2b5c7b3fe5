package io.gaussferry.connect;

import io.gaussferry.configuration.Requirements;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address at which a worker listens, for its Prometheus page or for commands.
 *
 * @param host a name or an address of the worker's machine; an IPv6 address without brackets
 * @param port 0 to 65535; 0 for any free port, for commands only
 */
record MetricsAddress(String host, int port) {

    private static final Pattern ADDRESS =
            Pattern.compile("(?:(?<host>[^\\s:\\[\\]/@]+|\\[[0-9A-Fa-f:.%a-z]+\\]):)?(?<port>[0-9]{1,5})");

    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Parses {@code HOST:PORT}, or a port on the loopback address.
     *
     * @throws io.gaussferry.error.GaussferryException of category CONFIGURATION, naming the key
     */
    static MetricsAddress read(String key, String value) {
        return read(key, value, 1);
    }

    /** Parses the address for commands, which find it by the pipeline's status: port 0 is any free port. */
    static MetricsAddress readForCommands(String key, String value) {
        return read(key, value, 0);
    }

    private static MetricsAddress read(String key, String value, int lowestPort) {
        Matcher matcher = ADDRESS.matcher(value.strip());
        if (!matcher.matches()) {
            throw refused(key, value, lowestPort);
        }
        int port = Integer.parseInt(matcher.group("port"));
        if (port < lowestPort || port > HIGHEST_PORT) {
            throw refused(key, value, lowestPort);
        }
        String host = matcher.group("host");
        return new MetricsAddress(host == null ? LOOPBACK : host.replaceAll("[\\[\\]]", ""), port);
    }

    private static RuntimeException refused(String key, String value, int lowestPort) {
        return Requirements.refused(
                key + " is " + value.strip() + ".",
                "write HOST:PORT, such as 127.0.0.1:9464, or only a port, " + lowestPort + " to " + HIGHEST_PORT
                        + "; remove the key for no listener");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
