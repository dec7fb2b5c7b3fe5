package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the binlog connection needs of the source's JDBC URL.
 *
 * @param host the server's name or address
 * @param port 1 to 65,535
 * @param sslMode one of DISABLED, PREFERRED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY, as Connector/J has it
 * @param parameters all parameters of the URL, decoded, by their names in lower case
 */
public record MySqlUrl(String host, int port, String sslMode, Map<String, String> parameters) {

    private static final String PREFIX = "jdbc:mysql://";
    private static final int DEFAULT_PORT = 3306;
    private static final List<String> SSL_MODES =
            List.of("DISABLED", "PREFERRED", "REQUIRED", "VERIFY_CA", "VERIFY_IDENTITY");

    public MySqlUrl {
        parameters = Map.copyOf(parameters);
    }

    /** Returns a parameter of the URL; empty if it is not there. */
    public String parameter(String name) {
        return parameters.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /**
     * Returns a URL for each server that {@code jdbc:mysql://host[:port][,host[:port]…]/…} names, with all else as it is; a
     * problem is one of configuration.
     */
    public static List<String> split(String url) {
        if (!url.startsWith(PREFIX)) {
            throw invalid(url, "it does not begin with " + PREFIX);
        }
        int end = PREFIX.length();
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        String servers = url.substring(PREFIX.length(), end);
        if (servers.contains("(") || servers.contains("@")) {
            throw invalid(url.substring(0, PREFIX.length()), "its servers are not written as host:port,host:port");
        }
        List<String> urls = new ArrayList<>();
        for (String server : servers.split(",", -1)) {
            urls.add(PREFIX + server + url.substring(end));
        }
        return urls;
    }

    /** Parses {@code jdbc:mysql://host[:port]/[database][?key=value&…]}; a problem is one of configuration. */
    public static MySqlUrl parse(String url) {
        if (!url.startsWith(PREFIX)) {
            throw invalid(url, "it does not begin with " + PREFIX);
        }
        URI uri;
        try {
            uri = URI.create(url.substring("jdbc:".length()));
        } catch (IllegalArgumentException e) {
            throw invalid(url, "it is not a URL");
        }
        if (uri.getHost() == null) {
            throw invalid(url, "it names no host");
        }
        Map<String, String> parameters = parameters(uri.getRawQuery());
        String sslMode = parameters.getOrDefault("sslmode", "").toUpperCase(Locale.ROOT);
        if (sslMode.isEmpty()) {
            sslMode = "false".equals(parameters.get("usessl")) ? "DISABLED" : "PREFERRED";
        }
        if (!SSL_MODES.contains(sslMode)) {
            throw invalid(url, "its sslMode is none of " + SSL_MODES);
        }
        return new MySqlUrl(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(), sslMode, parameters);
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null) {
            for (String parameter : query.split("&", -1)) {
                int equals = parameter.indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            parameter.substring(0, equals).toLowerCase(Locale.ROOT),
                            decode(parameter.substring(equals + 1)));
                }
            }
        }
        return parameters;
    }

    private static String decode(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    private static GaussferryException invalid(String url, String reason) {
        return new GaussferryException(
                ErrorCategory.CONFIGURATION,
                "gaussferry.source.url is not the URL of a MySQL server: " + reason + " ("
                        + url.replaceAll("\\?.*", "?…") + ").",
                "write it as jdbc:mysql://host:3306/, or with several hosts as jdbc:mysql://host:3306,other:3306/",
                null);
    }
}
