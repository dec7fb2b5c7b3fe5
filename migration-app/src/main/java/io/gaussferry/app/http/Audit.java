package io.gaussferry.app.http;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one log line for each attempt to control the daemon: client, action and reason. */
final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final int LONGEST_REASON = 200;

    private Audit() {}

    static void done(HttpServletRequest request, String action, String reason) {
        LOG.info(
                "{} by {}; reason: {}", action, request.getRemoteAddr(), reason.isEmpty() ? "none" : printable(reason));
    }

    static void refused(HttpServletRequest request) {
        LOG.warn(
                "Refused {} {} by {}: the token is missing or wrong",
                request.getMethod(),
                printable(request.getRequestURI()),
                request.getRemoteAddr());
    }

    /** Returns a client's string on one line, so that it cannot imitate lines of the log. */
    static String printable(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }
}
