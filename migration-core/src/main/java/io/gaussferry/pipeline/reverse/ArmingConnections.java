package io.gaussferry.pipeline.reverse;

import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;

/** The connections that arming needs to both servers. Confined to one thread. */
final class ArmingConnections implements AutoCloseable {

    private static final int VALIDATION_SECONDS = 2;

    private final TargetSessions sessions;
    private final Connection target;
    private final Connection mysql;
    private final Connection definitions;

    private ArmingConnections(TargetSessions sessions, Connection target, Connection mysql, Connection definitions) {
        this.sessions = sessions;
        this.target = target;
        this.mysql = mysql;
        this.definitions = definitions;
    }

    /** Opens them. */
    static ArmingConnections open(ReverseSettings settings) throws SQLException {
        TargetSessions sessions = new TargetSessions(settings.target(), 1);
        try {
            Connection mysql = settings.openMySql();
            try {
                mysql.rollback();
                return new ArmingConnections(sessions, sessions.open(), mysql, settings.openForDefinitions());
            } catch (SQLException | RuntimeException e) {
                mysql.close();
                throw e;
            }
        } catch (SQLException | RuntimeException e) {
            // also closes the connection that it has opened
            sessions.close();
            throw e;
        }
    }

    /** Returns whether all of them respond. */
    boolean areValid() {
        try {
            return target.isValid(VALIDATION_SECONDS)
                    && mysql.isValid(VALIDATION_SECONDS)
                    && definitions.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    TargetSessions sessions() {
        return sessions;
    }

    /** Returns the connection to the target, without autocommit. */
    Connection target() {
        return target;
    }

    /** Returns the connection that writes to MySQL, without autocommit. */
    Connection mysql() {
        return mysql;
    }

    /** Returns the connection that reads MySQL's definitions. */
    Connection definitions() {
        return definitions;
    }

    @Override
    public void close() {
        try (TargetSessions all = sessions;
                Connection first = target;
                Connection second = mysql;
                Connection third = definitions) {
            // closed in the reverse order
        } catch (SQLException e) {
            // a connection that is broken needs no close
            return;
        }
    }
}
