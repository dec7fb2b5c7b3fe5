package io.gaussferry.bench.sandbox;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

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
        return DriverManager.getConnection(url, user, password);
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
