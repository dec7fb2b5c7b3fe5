package io.gaussferry.app.http;

import io.gaussferry.app.page.PageAccess;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets nobody change anything, or see a row's values, without the token. It is taken from a header alone, which no other site's page
 * can set, so that there is nothing to forge. Where the daemon listens on this machine only, requests must also name this
 * machine: a page elsewhere that makes its own name point here is not answered.
 */
final class AccessFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final String BEARER = "Bearer ";
    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final byte @Nullable [] token;
    private final boolean isLocal;

    /**
     * @param token what must be shown; null if nobody may change anything
     * @param isLocal whether the daemon listens on this machine only
     */
    AccessFilter(@Nullable String token, boolean isLocal) {
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
        this.isLocal = isLocal;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        PageAccess.HEADERS.forEach(response::setHeader);
        if (isLocal && !PageAccess.namesThisMachine(request.getServerName())) {
            refuse(response, HttpServletResponse.SC_FORBIDDEN, "This daemon answers to localhost only.");
        } else if (token != null && hasToken(request, token)) {
            request.setAttribute(ShownText.TOKEN_SHOWN, true);
            chain.doFilter(request, response);
        } else if (!needsToken(request)) {
            chain.doFilter(request, response);
        } else if (token == null) {
            refuse(
                    response,
                    HttpServletResponse.SC_UNAUTHORIZED,
                    "This daemon has no token: set gaussferry.http.token and start it again.");
        } else {
            Audit.refused(request);
            refuse(response, HttpServletResponse.SC_UNAUTHORIZED, "The token is missing or wrong.");
        }
    }

    private static boolean needsToken(HttpServletRequest request) {
        // the decoded path, by which the request finds its answer: %66 is an f
        return !READING.contains(request.getMethod())
                || request.getServletPath().startsWith("/api/failure");
    }

    private static boolean hasToken(HttpServletRequest request, byte[] token) {
        String header = request.getHeader("Authorization");
        return header != null
                && header.startsWith(BEARER)
                && MessageDigest.isEqual(
                        token, header.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8));
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
