package io.gaussferry.http;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access rules of all HTTP servers. A server that listens only on this machine responds only to requests whose host name is this machine,
 * so that another site cannot read it by pointing its own name here. Stateless.
 */
public final class HttpAccess {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /** The problem of a request that names another machine. */
    public static final String OTHER_HOST = "This server responds only to requests for localhost.";

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

    private HttpAccess() {}

    /**
     * Returns whether a server may respond to a request.
     *
     * @param address the address at which the server listens
     * @param host the request's host name, with or without a port; null for none
     */
    public static boolean accepts(InetAddress address, @Nullable String host) {
        if (!address.isLoopbackAddress()) {
            return true;
        }
        String name = host == null ? "" : withoutPort(host).toLowerCase(Locale.ROOT);
        return THIS_MACHINE.contains(name) || name.equals(address.getHostAddress());
    }

    private static String withoutPort(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return end <= 0 ? host : host.substring(0, end);
    }
}
