package io.gaussferry.control;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client that requests an operation. Writes one log line for each attempt to control a pipeline: client, action and reason.
 *
 * @param address the client's network address
 */
public record Caller(String address) {

    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final int LONGEST_REASON = 200;

    /** Logs an operation that was performed. */
    void done(String action, String reason) {
        LOG.info("{} by {}; reason: {}", oneLine(action), address, reason.isEmpty() ? "none" : printable(reason));
    }

    /**
     * Logs a request without the valid token.
     *
     * @param request its method and path
     */
    public void refused(String request) {
        LOG.warn("Refused {} by {}: the token is missing or wrong", printable(request), address);
    }

    /** Returns the operator's name on one line; the client's address if none was given. */
    String operator(String given) {
        return printable(given.isEmpty() ? address : given);
    }

    /** Returns a client's string on one line, so that it cannot imitate lines of the log. */
    static String printable(String text) {
        String line = oneLine(text);
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }

    /** Returns a string without line breaks: SQL that an operator has given may have several lines. */
    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\u0085\u2028\u2029]", " ");
    }
}
