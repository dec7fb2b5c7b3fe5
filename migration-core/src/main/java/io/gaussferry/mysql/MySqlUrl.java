package io.gaussferry.mysql;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.exceptions.CJException;
import com.mysql.cj.jdbc.JdbcPropertySetImpl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The connection properties that the binlog connection takes from the source's JDBC URL. The driver parses the URL, so that the
 * binlog connection and the query connections reach the same server and trust the same certificates.
 *
 * @param host the server's name or address
 * @param port 1 to 65,535
 * @param sslMode the encryption mode, derived from the driver's older parameters too
 * @param trust the trusted certificates
 * @param client the client certificate
 */
public record MySqlUrl(String host, int port, SslMode sslMode, KeyStoreFile trust, KeyStoreFile client) {

    private static final String PREFIX = "jdbc:mysql://";

    /**
     * A key store that the URL names.
     *
     * @param url its location; null if the URL names none
     * @param type its format
     * @param password its password; null for none
     */
    public record KeyStoreFile(
            @Nullable String url, String type, @Nullable String password) {

        @Override
        public String toString() {
            return "key store " + url;
        }
    }

    /** Returns whether the server's certificate is verified. */
    public boolean verifiesCertificate() {
        return sslMode == SslMode.VERIFY_CA || verifiesIdentity();
    }

    /** Returns whether the server's certificate must also match the host in the URL. */
    public boolean verifiesIdentity() {
        return sslMode == SslMode.VERIFY_IDENTITY;
    }

    /**
     * Returns one URL for each server in {@code jdbc:mysql://host[:port][,host[:port]…]/…}, with the rest unchanged.
     *
     * @throws GaussferryException of category CONFIGURATION if the URL is malformed
     */
    public static List<String> split(String url) {
        int end = endOfServers(url);
        String servers = url.substring(PREFIX.length(), end);
        if (servers.contains("(") || servers.contains("@")) {
            throw invalid(url.substring(0, PREFIX.length()), "its servers are not in the form host:port,host:port");
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

    /**
     * Returns the URL of another server, with the rest unchanged.
     *
     * @param address {@code host:port}
     * @throws GaussferryException of category CONFIGURATION if the URL is malformed
     */
    static String at(String url, String address) {
        return PREFIX + address + url.substring(endOfServers(url));
    }

    private static int endOfServers(String url) {
        if (!url.startsWith(PREFIX)) {
            throw invalid(url, "it does not start with " + PREFIX);
        }
        int end = PREFIX.length();
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    /**
     * Parses {@code jdbc:mysql://host[:port]/[database][?key=value&…]}.
     *
     * @throws GaussferryException of category CONFIGURATION if the URL is malformed
     */
    public static MySqlUrl parse(String url) {
        if (split(url).size() != 1) {
            throw invalid(url, "it names several servers where one is expected");
        }
        try {
            HostInfo host = ConnectionUrl.getConnectionUrlInstance(url, new Properties())
                    .getMainHost();
            PropertySet properties = new JdbcPropertySetImpl();
            properties.initializeProperties(host.exposeAsProperties());
            return new MySqlUrl(
                    // the driver keeps an IPv6 address in brackets
                    host.getHost().replaceAll("^\\[(.*)]$", "$1"),
                    host.getPort(),
                    properties.<SslMode>getEnumProperty(PropertyKey.sslMode).getValue(),
                    new KeyStoreFile(
                            string(properties, PropertyKey.trustCertificateKeyStoreUrl),
                            type(properties, PropertyKey.trustCertificateKeyStoreType),
                            string(properties, PropertyKey.trustCertificateKeyStorePassword)),
                    new KeyStoreFile(
                            string(properties, PropertyKey.clientCertificateKeyStoreUrl),
                            type(properties, PropertyKey.clientCertificateKeyStoreType),
                            string(properties, PropertyKey.clientCertificateKeyStorePassword)));
        } catch (CJException | IllegalArgumentException e) {
            // the driver's message may contain a part of the URL that is a password
            throw invalid(
                    url, e instanceof CJException && !url.contains("?") ? e.getMessage() : "the driver cannot read it");
        }
    }

    private static @Nullable String string(PropertySet properties, PropertyKey key) {
        String value = properties.getStringProperty(key).getValue();
        return value == null || value.isEmpty() ? null : value;
    }

    private static String type(PropertySet properties, PropertyKey key) {
        String type = string(properties, key);
        return type == null ? "JKS" : type;
    }

    private static GaussferryException invalid(String url, @Nullable String reason) {
        return new GaussferryException(
                ErrorCode.SETTING_INVALID,
                "gaussferry.source.url is not the URL of a MySQL server: " + reason + " ("
                        + url.replaceAll("\\?.*", "?…") + ").",
                "set it to jdbc:mysql://host:3306/, or with several hosts as jdbc:mysql://host:3306,other:3306/",
                null);
    }
}
