package io.gaussferry.mysql;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.exceptions.CJException;
import com.mysql.cj.jdbc.JdbcPropertySetImpl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What the binlog connection needs of the source's JDBC URL, as the driver of the other connections understands it: both must lead to the
 * same server, and trust the same certificates.
 *
 * @param host the server's name or address
 * @param port 1 to 65,535
 * @param sslMode how the connection is encrypted, older parameters of the driver considered
 * @param trust the certificates that are trusted
 * @param client the client's own certificate
 */
public record MySqlUrl(String host, int port, SslMode sslMode, KeyStoreFile trust, KeyStoreFile client) {

    private static final String PREFIX = "jdbc:mysql://";

    /**
     * A key store as the URL names it.
     *
     * @param url where it is; null if the URL names none
     * @param type its format
     * @param password opens it; null if there is none
     */
    public record KeyStoreFile(
            @Nullable String url, String type, @Nullable String password) {

        @Override
        public String toString() {
            return "key store " + url;
        }
    }

    /** Returns whether the server's certificate is verified, and not only used. */
    public boolean verifiesCertificate() {
        return sslMode == SslMode.VERIFY_CA || verifiesIdentity();
    }

    /** Returns whether the server's certificate must also be for the host that the URL names. */
    public boolean verifiesIdentity() {
        return sslMode == SslMode.VERIFY_IDENTITY;
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
            if (server.isEmpty() || server.startsWith(":")) {
                throw invalid(url, "it names no host");
            }
            urls.add(PREFIX + server + url.substring(end));
        }
        return urls;
    }

    /** Parses {@code jdbc:mysql://host[:port]/[database][?key=value&…]}; a problem is one of configuration. */
    public static MySqlUrl parse(String url) {
        if (split(url).size() != 1) {
            throw invalid(url, "it names several servers where one is meant");
        }
        try {
            HostInfo host = ConnectionUrl.getConnectionUrlInstance(url, new Properties())
                    .getMainHost();
            PropertySet properties = new JdbcPropertySetImpl();
            properties.initializeProperties(host.exposeAsProperties());
            return new MySqlUrl(
                    // an address of version 6 stands in brackets there
                    host.getHost().replaceAll("^\\[(.*)]$", "$1"),
                    host.getPort(),
                    properties.<SslMode>getEnumProperty(PropertyKey.sslMode).getValue(),
                    new KeyStoreFile(
                            text(properties, PropertyKey.trustCertificateKeyStoreUrl),
                            type(properties, PropertyKey.trustCertificateKeyStoreType),
                            text(properties, PropertyKey.trustCertificateKeyStorePassword)),
                    new KeyStoreFile(
                            text(properties, PropertyKey.clientCertificateKeyStoreUrl),
                            type(properties, PropertyKey.clientCertificateKeyStoreType),
                            text(properties, PropertyKey.clientCertificateKeyStorePassword)));
        } catch (CJException | IllegalArgumentException e) {
            // the driver's words may have a part of the URL in them that is a password
            throw invalid(
                    url, e instanceof CJException && !url.contains("?") ? e.getMessage() : "the driver cannot read it");
        }
    }

    private static @Nullable String text(PropertySet properties, PropertyKey key) {
        String value = properties.getStringProperty(key).getValue();
        return value == null || value.isEmpty() ? null : value;
    }

    private static String type(PropertySet properties, PropertyKey key) {
        String type = text(properties, key);
        return type == null ? "JKS" : type;
    }

    private static GaussferryException invalid(String url, @Nullable String reason) {
        return new GaussferryException(
                ErrorCategory.CONFIGURATION,
                "gaussferry.source.url is not the URL of a MySQL server: " + reason + " ("
                        + url.replaceAll("\\?.*", "?…") + ").",
                "write it as jdbc:mysql://host:3306/, or with several hosts as jdbc:mysql://host:3306,other:3306/",
                null);
    }
}
