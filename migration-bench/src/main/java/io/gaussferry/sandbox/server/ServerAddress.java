package io.gaussferry.sandbox.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Where a server is, and how to enter it.
 *
 * @param url a JDBC URL with every parameter that its driver needs
 * @param user the name of an administrator
 * @param password in clear; never part of {@link #toString()}
 */
public record ServerAddress(String url, String user, String password) {

    /**
     * Opens a new connection, which belongs to the caller.
     *
     * @throws SQLException as the driver reports it
     */
    public Connection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        if (url.startsWith("jdbc:opengauss:")) {
            // its driver writes some lines for each connection otherwise
            properties.setProperty("loggerLevel", "OFF");
        }
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
