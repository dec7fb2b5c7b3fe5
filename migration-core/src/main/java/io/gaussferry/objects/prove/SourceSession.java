package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.objects.source.StoredSettings;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/**
 * A session of the source that executes objects. It has the server's {@code sql_mode}, which a new session of an application has: MySQL
 * converts the arguments of a call, and executes the statements that fire triggers, with the mode of the session.
 */
public final class SourceSession {

    private SourceSession() {}

    /** Gives a session the server's {@code sql_mode}, and short waits for locks; returns the mode. */
    public static StoredSettings prepare(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("SET SESSION sql_mode = @@GLOBAL.sql_mode");
            statement.execute(WritingProofs.SHORT_WAITS);
        }
        return ofApplications(source);
    }

    /** Returns the settings of new sessions of applications. Joins the connection's transaction. */
    public static StoredSettings ofApplications(Connection source) throws SQLException {
        return StoredSettings.of(Sql.first(source, row -> row.getString(1), "SELECT @@GLOBAL.sql_mode")
                .orElseThrow());
    }

    /** Returns a string literal that is read alike with every {@code sql_mode}. */
    static String literal(String value) {
        return value.indexOf('\\') < 0
                ? "'" + value.replace("'", "''") + "'"
                : "_utf8mb4 X'" + HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)) + "'";
    }
}
