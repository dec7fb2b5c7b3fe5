package io.gaussferry.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether a source writes into its binlog which child rows its foreign keys change. */
public final class CascadeLogging {

    private CascadeLogging() {}

    /** From 9.6 on the server does what InnoDB did before, unless it was started to leave it there. */
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
