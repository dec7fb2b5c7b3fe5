package io.gaussferry.sandbox.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * A server's address and credentials.
 *
 * @param url a JDBC URL with all required parameters of its driver
 * @param user the name of an administrator
 * @param password in clear text; never part of {@link #toString()}
 */
public record ServerAddress(String url, String user, String password) {

    private static final String OPENGAUSS = "jdbc:opengauss:";

    /** Keeps the session's other options. PostgreSQL has no such setting. */
    private static final String KEEP_EMPTY_STRINGS =
            "SELECT set_config(name, CASE WHEN length(setting) > 0 THEN concat(setting, ',accept_empty_str') ELSE 'accept_empty_str'"
                    + " END, false) FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'";

    /** Returns whether this is a target's address, not a source's. */
    public boolean isTarget() {
        return url.startsWith(OPENGAUSS);
    }

    /**
     * Opens a new connection, which the caller owns. On the target '' is not NULL, which requires an option of openGauss in
     * compatibility A.
     *
     * @throws SQLException as the driver reports it
     */
    public Connection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        if (!isTarget()) {
            return DriverManager.getConnection(url, properties);
        }
        // by default its driver logs some lines for each connection
        properties.setProperty("loggerLevel", "OFF");
        Connection connection = DriverManager.getConnection(url, properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute(KEEP_EMPTY_STRINGS);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
