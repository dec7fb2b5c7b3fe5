package io.gaussferry.app.fleet;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of the fleets' page.
 *
 * @param host a name or an address of this machine; an IPv6 address without brackets
 * @param port 0 to 65535; 0 for any free port
 */
record PageAddress(String host, int port) {

    /** The default: loopback only, because the page has no access control. */
    static final String DEFAULT = "127.0.0.1:9190";

    private static final Pattern ADDRESS =
            Pattern.compile("(?:(?<host>[^\\s:\\[\\]/@]+|\\[[0-9A-Fa-f:.%a-z]+\\]):)?(?<port>[0-9]{1,5})");

    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;

    /** Parses {@code HOST:PORT}, or a port on the loopback address; empty if the string is neither. */
    static Optional<PageAddress> read(String string) {
        Matcher matcher = ADDRESS.matcher(string);
        if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > HIGHEST_PORT) {
            return Optional.empty();
        }
        String host = matcher.group("host");
        return Optional.of(new PageAddress(
                host == null ? LOOPBACK : host.replaceAll("[\\[\\]]", ""), Integer.parseInt(matcher.group("port"))));
    }

    /** Returns the same host with the actual port. */
    PageAddress withPort(int actual) {
        return new PageAddress(host, actual);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
