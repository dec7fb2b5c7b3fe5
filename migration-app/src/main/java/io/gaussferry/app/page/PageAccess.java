package io.gaussferry.app.page;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Access rules of all HTTP pages. A page that listens only on this machine responds only to requests whose host name is this machine,
 * so that another site cannot read it by pointing its own name here. Stateless.
 */
public final class PageAccess {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /** Headers of every response: browsers execute only our scripts, contact no other host and store nothing. */
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

    /** Returns whether a request's server name, without port, is this machine. */
    public static boolean namesThisMachine(String serverName) {
        return THIS_MACHINE.contains(serverName.toLowerCase(Locale.ROOT));
    }

    /** Returns the name in a {@code Host} header without its port; an IPv6 address keeps its brackets. */
    public static String serverName(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return end <= 0 ? host : host.substring(0, end);
    }
}
