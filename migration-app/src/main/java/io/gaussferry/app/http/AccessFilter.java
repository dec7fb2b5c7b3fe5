package io.gaussferry.app.http;

import io.gaussferry.control.AccessToken;
import io.gaussferry.http.HttpAccess;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requires the token for every change and for values of rows. The token is accepted only in a header, which pages of other sites cannot
 * set; therefore cross-site requests cannot be forged. If the daemon listens only on this machine, requests must also name this machine,
 * so that another site cannot reach the daemon by pointing its own name here.
 */
final class AccessFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final @Nullable AccessToken token;
    private final transient InetAddress address;

    /**
     * @param token the required token; null if the API is read-only
     * @param address the address at which the daemon listens
     */
    AccessFilter(@Nullable String token, InetAddress address) {
        this.token = token == null ? null : new AccessToken(token);
        this.address = address;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpAccess.HEADERS.forEach(response::setHeader);
        if (!HttpAccess.accepts(address, request.getServerName())) {
            refuse(response, HttpServletResponse.SC_FORBIDDEN, HttpAccess.OTHER_HOST);
        } else if (token != null && token.isIn(request.getHeader("Authorization"))) {
            request.setAttribute(RowValueMasking.TOKEN_ACCEPTED, true);
            handle(request, response, chain);
        } else if (!needsToken(request)) {
            handle(request, response, chain);
        } else if (token == null) {
            refuse(
                    response,
                    HttpServletResponse.SC_UNAUTHORIZED,
                    "Changes are disabled because this daemon has no token: set gaussferry.http.token and restart it.");
        } else {
            Callers.of(request).refused(request.getMethod() + " " + request.getRequestURI());
            refuse(response, HttpServletResponse.SC_UNAUTHORIZED, "The token is missing or wrong.");
        }
    }

    /**
     * Handles the request with the program's class loader. Threads that a request starts, such as those of a connection pool, inherit it;
     * with the class loader of the web application they would be reported as leaked when the server stops.
     */
    private static void handle(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(AccessFilter.class.getClassLoader());
        try {
            chain.doFilter(request, response);
        } finally {
            current.setContextClassLoader(before);
        }
    }

    private static boolean needsToken(HttpServletRequest request) {
        // the decoded path, as used to dispatch the request: %66 is an f
        return !READING.contains(request.getMethod())
                || request.getServletPath().startsWith("/api/failure");
    }

    private static void refuse(HttpServletResponse response, int status, String problem) throws IOException {
        response.setStatus(status);
        if (status == HttpServletResponse.SC_UNAUTHORIZED) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        response.setContentType("application/json");
        response.setCharacterEncoding("UTF-8");
        response.getWriter().write("{\"problem\":\"" + problem + "\"}");
    }
}
