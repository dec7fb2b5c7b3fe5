package io.gaussferry.app.page;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Keeps other sites' pages from reading ours. A page that listens on this machine only answers requests that name this machine: one
 * elsewhere that makes its own name point here is not answered. Stateless.
 */
public final class PageAccess {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /** Headers of every answer: a browser executes what comes from here alone, asks nobody else, and keeps nothing. */
    public static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self';"
                    + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-store");

    private PageAccess() {}

    /** Returns whether a request names this machine, by the name in it, which is without its port. */
    public static boolean namesThisMachine(String serverName) {
        return THIS_MACHINE.contains(serverName.toLowerCase(Locale.ROOT));
    }

    /** Returns the name in a {@code Host} header: without its port, an address of IPv6 in its brackets. */
    public static String serverName(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return end <= 0 ? host : host.substring(0, end);
    }
}
