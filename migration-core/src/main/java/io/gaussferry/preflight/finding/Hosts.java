package io.gaussferry.preflight.finding;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks whether the hosts of a URL are this machine. */
public final class Hosts {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[?::1]?");
    private static final Pattern AUTHORITY = Pattern.compile("jdbc:[a-z]+://([^/?]*).*");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private Hosts() {}

    public static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns whether all hosts of a JDBC URL, which may contain a comma-separated list, are this machine. */
    public static boolean areLoopback(String url) {
        Matcher matcher = AUTHORITY.matcher(url);
        if (!matcher.matches()) {
            return false;
        }
        for (String host : matcher.group(1).split(",", -1)) {
            if (!host.isEmpty() && !isLoopback(PORT.matcher(host).replaceFirst(""))) {
                return false;
            }
        }
        return true;
    }
}
