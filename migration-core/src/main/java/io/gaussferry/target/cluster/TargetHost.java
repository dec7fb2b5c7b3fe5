package io.gaussferry.target.cluster;

/**
 * The address of a server of the target.
 *
 * @param name the host's name or address; an IPv6 address is in brackets
 * @param port of ordinary connections
 */
public record TargetHost(String name, int port) {

    private static final int DEFAULT_PORT = 5432;

    /** Parses {@code host} or {@code host:port}. A port that is no number belongs to the name. */
    static TargetHost parse(String text) {
        int colon = text.lastIndexOf(':');
        String digits = text.substring(colon + 1);
        boolean hasPort = colon > text.lastIndexOf(']') && digits.matches("\\d{1,5}");
        return hasPort
                ? new TargetHost(text.substring(0, colon), Integer.parseInt(digits))
                : new TargetHost(text, DEFAULT_PORT);
    }

    /** Returns the same host with another port. */
    public TargetHost withPort(int other) {
        return new TargetHost(name, other);
    }

    /** Returns {@code host:port}. */
    @Override
    public String toString() {
        return name + ":" + port;
    }
}
