package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.Redaction;
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
import org.opengauss.Driver;

/**
 * Makes the connections of a pool. The first of them is made before there is a pool, which would go on trying with a wrong password until
 * its time is over; the pool gets it at its first question. Thread-safe.
 */
final class TargetDataSource implements DataSource {

    private final String url;
    private final Properties properties;
    private final AtomicReference<@Nullable Connection> first = new AtomicReference<>();

    private TargetDataSource(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    /**
     * Returns one that has a connection.
     *
     * @param patience how long a connection may take to be made
     * @throws SQLException if the target cannot be reached or refuses the account
     * @throws GaussferryException of category CONFIGURATION, if the URL is none
     */
    static TargetDataSource connected(TargetSettings settings, Duration patience) throws SQLException {
        TargetDataSource source = new TargetDataSource(settings.url(), properties(settings, patience));
        try {
            source.first.set(source.connect());
        } catch (IllegalArgumentException e) {
            // its message has the part that cannot be decoded, which may be of a password
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "gaussferry.target.url is not the URL of an openGauss server: " + Redaction.of(settings.url()),
                    "write it as jdbc:opengauss://host:5432/database",
                    null);
        }
        return source;
    }

    private static Properties properties(TargetSettings settings, Duration patience) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", settings.password());
        properties.setProperty("ApplicationName", "gaussferry");
        // one line per connection otherwise
        properties.setProperty("loggerLevel", "OFF");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("loginTimeout", String.valueOf(patience.toSeconds()));
        // in seconds; from the first answer on, so that no connection is waited for longer, whoever makes it
        properties.setProperty(
                "socketTimeout",
                String.valueOf(Math.max(1, settings.readTimeout().toSeconds())));
        return properties;
    }

    private Connection connect() throws SQLException {
        Properties own = new Properties();
        own.putAll(properties);
        Connection made = new Driver().connect(url, own);
        if (made == null) {
            throw new IllegalArgumentException("no URL of this driver");
        }
        return made;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection made = first.getAndSet(null);
        return made == null ? connect() : made;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("one account has all connections");
    }

    /** Each connection has been given its time. */
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
