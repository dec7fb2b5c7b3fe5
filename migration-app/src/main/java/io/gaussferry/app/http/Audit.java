package io.gaussferry.app.http;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each attempt to steer the daemon: who, what, and with which reason. */
final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final int LONGEST_REASON = 200;

    private Audit() {}

    static void done(HttpServletRequest request, String action, String reason) {
        LOG.info(
                "{} by {}, reason: {}", action, request.getRemoteAddr(), reason.isEmpty() ? "none" : printable(reason));
    }

    static void refused(HttpServletRequest request) {
        LOG.warn(
                "Refused {} {} by {}: the token is missing or wrong",
                request.getMethod(),
                printable(request.getRequestURI()),
                request.getRemoteAddr());
    }

    /** What a client sends must not look like lines of the log. */
    static String printable(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }
}
