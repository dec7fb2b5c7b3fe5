package io.gaussferry.app.fleet;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the fleets' page is to be.
 *
 * @param host a name or an address of this machine; one of IPv6 without its brackets
 * @param port 0 to 65535; 0 for any that is free
 */
record PageAddress(String host, int port) {

    /** Where it is unless told otherwise: whoever reaches it can read it, so that it is there for this machine only. */
    static final String DEFAULT = "127.0.0.1:9190";

    private static final Pattern TEXT =
            Pattern.compile("(?:(?<host>[^\\s:\\[\\]/@]+|\\[[0-9A-Fa-f:.%a-z]+\\]):)?(?<port>[0-9]{1,5})");

    private static final String LOOPBACK = "127.0.0.1";
    private static final int HIGHEST_PORT = 65_535;

    /** Reads {@code HOST:PORT}, or a port alone, which is one of the loopback address; empty if it is neither. */
    static Optional<PageAddress> read(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > HIGHEST_PORT) {
            return Optional.empty();
        }
        String host = matcher.group("host");
        return Optional.of(new PageAddress(
                host == null ? LOOPBACK : host.replaceAll("[\\[\\]]", ""), Integer.parseInt(matcher.group("port"))));
    }

    /** Returns the same host with the port that was taken. */
    PageAddress withPort(int taken) {
        return new PageAddress(host, taken);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
