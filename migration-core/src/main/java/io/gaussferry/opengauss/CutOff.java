package io.gaussferry.opengauss;

import java.sql.Connection;
import java.sql.SQLException;
import org.opengauss.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends connections at once, from any thread, whatever they wait for. Stateless. */
public final class CutOff {

    private static final Logger LOG = LoggerFactory.getLogger(CutOff.class);

    private CutOff() {}

    /** Ends a connection; one that does not let itself be ended is left as it is. */
    public static void now(Connection connection) {
        try {
            if (connection.isWrapperFor(BaseConnection.class)) {
                // the driver's abort() asks for a permission, which Java refuses always from version 24 on
                connection.unwrap(BaseConnection.class).getQueryExecutor().abort();
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException e) {
            LOG.debug("A connection that was to be cut off: {}", e.getMessage());
        }
    }
}
