package io.gaussferry.accounts;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts of an account, as {@code pg_hba.conf} writes them.
 *
 * @param host MySQL's pattern
 * @param address the address and the length of its network; empty for a name of hosts, which openGauss does not resolve
 * @param requiresTls whether the account refuses connections without TLS
 */
record ClientAddress(String host, Optional<String> address, boolean requiresTls) {

    private static final String NUMBER = "(\\d{1,3})";
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern NETWORK = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){3})/(\\d{1,2})");
    private static final Pattern MASKED = Pattern.compile(
            "(\\d{1,3}(?:\\.\\d{1,3}){3})/" + NUMBER + "\\." + NUMBER + "\\." + NUMBER + "\\." + NUMBER);
    private static final Pattern PREFIX = Pattern.compile("((?:\\d{1,3}\\.){1,3})%(?:\\.%)*");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:]+");

    static ClientAddress of(AccountName account, boolean requiresTls) {
        return new ClientAddress(account.host(), address(account.host()), requiresTls);
    }

    private static Optional<String> address(String host) {
        if (host.equals("%") || host.isEmpty()) {
            return Optional.of("0.0.0.0/0");
        }
        if (host.equals("localhost")) {
            return Optional.of("127.0.0.1/32");
        }
        if (ADDRESS.matcher(host).matches()) {
            return Optional.of(host + "/32");
        }
        if (NETWORK.matcher(host).matches()) {
            return Optional.of(host);
        }
        if (IPV6.matcher(host).matches()) {
            return Optional.of(host + "/128");
        }
        Matcher prefix = PREFIX.matcher(host);
        if (prefix.matches()) {
            String start = prefix.group(1);
            int parts = start.split("\\.").length;
            return Optional.of(start + "0.".repeat(3 - parts) + "0/" + 8 * parts);
        }
        Matcher masked = MASKED.matcher(host);
        return masked.matches() ? length(masked).map(bits -> masked.group(1) + "/" + bits) : Optional.empty();
    }

    /** Returns the length of a network mask; empty if its bits are not consecutive, which MySQL refuses. */
    private static Optional<Integer> length(Matcher masked) {
        long mask = 0;
        for (int group = 2; group <= 5; group++) {
            mask = mask << 8 | Long.parseLong(masked.group(group));
        }
        int bits = Long.bitCount(mask);
        return mask == (0xFFFFFFFFL << (32 - bits) & 0xFFFFFFFFL) ? Optional.of(bits) : Optional.empty();
    }
}
