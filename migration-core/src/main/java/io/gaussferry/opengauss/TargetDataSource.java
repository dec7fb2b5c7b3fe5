package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.Redaction;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.target.cluster.TargetHost;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens the connections of a pool, all to one host: transactions of one run must not be spread over two servers. The
 * first one is opened before the pool exists, because the pool would retry a wrong password until its timeout; the pool
 * then receives it as its first connection. Thread-safe.
 */
final class TargetDataSource implements DataSource {

    private final TargetCluster cluster;
    private final Properties properties;
    private final AtomicReference<@Nullable Connection> first = new AtomicReference<>();
    private volatile @Nullable TargetHost host;

    private TargetDataSource(TargetCluster cluster, Properties properties) {
        this.cluster = cluster;
        this.properties = properties;
    }

    /**
     * Returns a data source with an open connection.
     *
     * @param connectTimeout maximum time for opening a connection
     * @throws SQLException if the target cannot be reached or rejects the account
     * @throws GaussferryException of category CONFIGURATION if the URL is invalid, or names unusable files
     */
    static TargetDataSource connected(TargetSettings settings, Duration connectTimeout) throws SQLException {
        TargetDataSource source = new TargetDataSource(settings.cluster(), properties(settings, connectTimeout));
        try {
            TlsFiles.require(settings.url());
            source.connectFirst();
        } catch (IllegalArgumentException e) {
            // its message contains the part that cannot be decoded, possibly of a password
            throw new GaussferryException(
                    ErrorCode.SETTING_INVALID,
                    "gaussferry.target.url is not the URL of an openGauss server: " + Redaction.of(settings.url()),
                    "write it as jdbc:opengauss://host:5432/database",
                    null);
        }
        return source;
    }

    private static Properties properties(TargetSettings settings, Duration connectTimeout) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", settings.password());
        properties.setProperty("ApplicationName", "gaussferry");
        // otherwise one log line per connection
        properties.setProperty("loggerLevel", "OFF");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("loginTimeout", String.valueOf(TimeLimit.seconds(connectTimeout)));
        // in seconds; applies from the first answer on, so that opening a connection is always bounded
        properties.setProperty("socketTimeout", String.valueOf(TimeLimit.seconds(settings.readTimeout())));
        return properties;
    }

    private void connectFirst() throws SQLException {
        TargetCluster.Opened opened = cluster.open(properties);
        host = opened.host();
        first.set(opened.connection());
    }

    private Connection connect() throws SQLException {
        TargetHost pinned = host;
        return pinned == null ? cluster.open(properties).connection() : cluster.open(pinned, properties);
    }

    /**
     * Requires that the host may still be used.
     *
     * @throws SQLException like that of a lost connection
     */
    void requireUsable() throws SQLException {
        TargetHost pinned = host;
        if (pinned != null) {
            cluster.requireUsable(pinned);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection opened = first.getAndSet(null);
        return opened == null ? connect() : opened;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("all connections use the same account");
    }

    /** Ignored: each connection has its own timeout. */
    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return Integer.parseInt(properties.getProperty("loginTimeout"));
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
