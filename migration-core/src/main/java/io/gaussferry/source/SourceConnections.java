package io.gaussferry.source;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/** Opens query connections to the source. */
public final class SourceConnections {

    private static final String CONNECT_TIMEOUT_MILLIS = "10000";

    private SourceConnections() {}

    /** Connects; the driver is named because nothing here may depend on what else is on the class path. */
    public static Connection open(SourceSettings settings) throws SQLException {
        MySqlUrl.parse(settings.url());
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", settings.password());
        properties.setProperty("connectTimeout", CONNECT_TIMEOUT_MILLIS);
        properties.setProperty("characterEncoding", "UTF-8");
        properties.setProperty("useServerPrepStmts", "false");
        properties.setProperty("tinyInt1isBit", "false");
        properties.setProperty("yearIsDateType", "false");
        Driver driver = new com.mysql.cj.jdbc.Driver();
        Connection connection = driver.connect(settings.url(), properties);
        if (connection == null) {
            throw new SQLException("not a MySQL URL: " + settings.url(), "08001");
        }
        return connection;
    }
}
