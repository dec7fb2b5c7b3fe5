package io.gaussferry.testing;

import static io.gaussferry.testing.ScriptedConnection.row;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.preflight.mysql.SourceServer;
import java.sql.SQLException;
import java.util.List;

/** A source for checks whose answers come from a {@link ScriptedConnection}. */
public final class ScriptedSource {

    private ScriptedSource() {}

    /** Returns MySQL 8.0.33 with tables of database {@code shop}. */
    public static SourceServer mySql(ScriptedConnection connection) throws SQLException {
        return open(connection, "8.0.33", TableRenames.NONE);
    }

    /** Returns MariaDB 10.11 with tables of database {@code shop}. */
    public static SourceServer mariaDb(ScriptedConnection connection) throws SQLException {
        return open(connection, "10.11.6-MariaDB-log", TableRenames.NONE);
    }

    /** Returns a server with renamed tables. */
    public static SourceServer open(ScriptedConnection connection, String version, TableRenames renames)
            throws SQLException {
        connection
                .answer("SELECT VERSION()", row(version))
                .answer("SELECT VERSION(), @@version_comment", row(version, "", "/usr/"));
        return SourceServer.of(
                connection.connection(),
                new SourceSettings(
                        "jdbc:mysql://127.0.0.1:3306",
                        "migration",
                        "",
                        List.of("shop*"),
                        TableFilter.ALL,
                        renames,
                        1,
                        1 << 20,
                        1 << 20,
                        SourceTimeouts.DEFAULT));
    }
}
