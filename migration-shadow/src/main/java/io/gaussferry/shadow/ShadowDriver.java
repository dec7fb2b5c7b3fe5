package io.gaussferry.shadow;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The driver of URLs that start with {@code jdbc:gaussferry-shadow:mysql:}. The application must have MySQL's driver. Thread-safe. */
public final class ShadowDriver implements Driver {

    static {
        try {
            DriverManager.registerDriver(new ShadowDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public @Nullable Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        ShadowUrl parsed = ShadowUrl.parse(url);
        // with MySQL's driver first: a file that cannot be written must not prevent the connection
        Connection connection = DriverManager.getConnection(parsed.url(), properties);
        return ShadowedCalls.of(connection, Recorder.of(parsed));
    }

    @Override
    public boolean acceptsURL(String url) {
        return ShadowUrl.isAccepted(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 0;
    }

    @Override
    public int getMinorVersion() {
        return 1;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.gaussferry.shadow");
    }
}
