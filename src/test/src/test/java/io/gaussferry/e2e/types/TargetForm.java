package io.gaussferry.e2e.types;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The differences between targets in types and values. */
public enum TargetForm {
    /** PostgreSQL, with its own types. */
    POSTGRES,
    /** openGauss with PostgreSQL's types. */
    OPENGAUSS,
    /** MySQL's types: openGauss in compatibility B with its plugin dolphin. */
    DOLPHIN;

    /** Queries the target. */
    public static TargetForm of(Connection target) throws SQLException {
        if (!value(target, "SELECT version()").contains("openGauss")) {
            return POSTGRES;
        }
        String mode = value(target, "SELECT datcompatibility FROM pg_database WHERE datname = current_database()");
        String plugins = value(target, "SELECT count(*) FROM pg_extension WHERE extname = 'dolphin'");
        return mode.equals("B") && plugins.equals("1") ? DOLPHIN : OPENGAUSS;
    }

    private static String value(Connection target, String query) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
