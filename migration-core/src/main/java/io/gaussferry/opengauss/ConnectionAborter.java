package io.gaussferry.opengauss;

import java.sql.Connection;
import java.sql.SQLException;
import org.opengauss.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Aborts connections immediately, from any thread, even if they are waiting. Stateless. */
public final class ConnectionAborter {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionAborter.class);

    private ConnectionAborter() {}

    /** Aborts a connection. Leaves it unchanged if it cannot be aborted. */
    public static void abort(Connection connection) {
        try {
            if (connection.isWrapperFor(BaseConnection.class)) {
                // the driver's abort() requires a permission, which Java always denies from version 24 on
                connection.unwrap(BaseConnection.class).getQueryExecutor().abort();
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException e) {
            LOG.debug("Could not abort a connection: {}", e.getMessage());
        }
    }
}
