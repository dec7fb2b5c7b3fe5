package io.gaussferry.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reports whether a source logs the child rows that its foreign keys change. */
public final class CascadeLogging {

    private CascadeLogging() {}

    /**
     * Returns whether cascades are logged. MySQL 9.6 and later log them unless {@code innodb_native_foreign_keys} leaves them to
     * InnoDB.
     */
    public static boolean isOn(Connection connection) throws SQLException {
        if (!ServerVersion.of(connection).isAtLeast(9, 6, 0)) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE 'innodb_native_foreign_keys'")) {
            return !row.next() || !row.getString(2).equalsIgnoreCase("ON");
        }
    }
}
