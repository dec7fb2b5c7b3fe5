package io.gaussferry.target.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JDBC URL of the openGauss driver with its hosts.
 *
 * @param hosts in the URL's order, without repetitions; empty if the URL names none
 * @param database the database, with the slash before it
 * @param parameters the parameters, with the question mark before them; may be empty
 */
public record TargetUrl(List<TargetHost> hosts, String database, String parameters) {

    private static final String PREFIX = "jdbc:opengauss://";

    /**
     * Parameters of the driver's own choice among several hosts. With one host they can only refuse it: with
     * {@code targetServerType=master} the driver accepts no server without a role.
     */
    private static final Set<String> CHOICES = Set.of("targetservertype", "priorityservers", "autobalance");

    public TargetUrl {
        hosts = List.copyOf(hosts);
    }

    /** Parses a URL. Parts that cannot be parsed remain, for the driver's own message. */
    public static TargetUrl parse(String url) {
        int end = url.indexOf('?');
        String parameters = end < 0 ? "" : url.substring(end);
        String address = end < 0 ? url : url.substring(0, end);
        int slash = address.startsWith(PREFIX) ? address.indexOf('/', PREFIX.length()) : -1;
        if (slash < 0) {
            return new TargetUrl(List.of(), address, parameters);
        }
        Collection<TargetHost> hosts = new LinkedHashSet<>();
        for (String host : address.substring(PREFIX.length(), slash).split(",", -1)) {
            hosts.add(TargetHost.parse(host));
        }
        return new TargetUrl(new ArrayList<>(hosts), address.substring(slash), parameters);
    }

    /** Returns the URL of one of the hosts. */
    public String of(TargetHost host) {
        String rest = Stream.of(parameters.replaceFirst("^\\?", "").split("&"))
                .filter(parameter -> !CHOICES.contains(name(parameter)))
                .collect(Collectors.joining("&"));
        return PREFIX + host + database + (rest.isEmpty() ? "" : "?" + rest);
    }

    private static String name(String parameter) {
        int equals = parameter.indexOf('=');
        return (equals < 0 ? parameter : parameter.substring(0, equals)).toLowerCase(Locale.ROOT);
    }
}
