package io.gaussferry.preflight.opengauss;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;

/** A connection to the target with the settings of an applier's session. Only reads. */
public final class TargetServer implements AutoCloseable {

    private final TargetSessions sessions;
    private final Connection connection;
    private final TargetSettings settings;

    private TargetServer(TargetSessions sessions, Connection connection, TargetSettings settings) {
        this.sessions = sessions;
        this.connection = connection;
        this.settings = settings;
    }

    public static TargetServer open(TargetSettings settings) throws SQLException {
        TargetSessions sessions = new TargetSessions(settings, 1);
        try {
            return new TargetServer(sessions, sessions.open(), settings);
        } catch (SQLException | GaussferryException e) {
            sessions.close();
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    TargetSettings settings() {
        return settings;
    }

    public TargetDialect dialect() {
        return sessions.dialect();
    }

    public TargetProfile profile() {
        return dialect().profile();
    }

    /** Evaluates a boolean SQL expression on the target. */
    boolean is(String expression, String... parameters) throws SQLException {
        return CatalogRows.text(connection, "SELECT CASE WHEN " + expression + " THEN 'yes' ELSE 'no' END", parameters)
                .equals("yes");
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.rollback();
        } finally {
            connection.close();
            sessions.close();
        }
    }
}
