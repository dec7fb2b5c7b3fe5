package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.jdbc.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * An event of the source that the fence disables. MySQL stores the definer and the character set of the session that alters an event, so both are
 * given again.
 *
 * @param characterSet {@code character_set_client} of the session that created it
 * @param collation {@code collation_connection} of that session
 */
record EnabledEvent(String schema, String name, SourceAccount definer, String characterSet, String collation) {

    /** Returns the enabled events that the account can see, whether or not the scheduler runs. */
    static List<EnabledEvent> read(Connection source) throws SQLException {
        return Sql.list(
                source,
                rows -> new EnabledEvent(
                        rows.getString(1),
                        rows.getString(2),
                        account(rows.getString(3)),
                        rows.getString(4),
                        rows.getString(5)),
                "SELECT event_schema, event_name, definer, character_set_client, collation_connection"
                        + " FROM information_schema.events WHERE status = 'ENABLED' ORDER BY event_schema, event_name");
    }

    /** Returns whether an event of this name exists, enabled or not. */
    boolean exists(Connection source) throws SQLException {
        return Sql.exists(
                source,
                "SELECT 1 FROM information_schema.events WHERE event_schema = ? AND event_name = ?",
                schema,
                name);
    }

    static SourceAccount account(String name) {
        int at = name.lastIndexOf('@');
        return new SourceAccount(name.substring(0, at), name.substring(at + 1));
    }

    /** Returns whether the event can be altered without a change of its properties: its names reach the server in its own character set. */
    boolean isRestorable() {
        return characterSet.toLowerCase(Locale.ROOT).startsWith("utf8")
                || StandardCharsets.US_ASCII.newEncoder().canEncode(schema + name + definer);
    }

    /** Disables or enables the event; an event of one time that was due meanwhile runs when it is enabled. */
    void alter(Connection source, boolean enable) throws SQLException {
        try (Statement statement = source.createStatement()) {
            // a failure closes the session
            statement.execute("SET @gaussferry_client = @@SESSION.character_set_client,"
                    + " @gaussferry_collation = @@SESSION.collation_connection");
            statement.execute("SET SESSION character_set_client = '" + characterSet
                    + "', SESSION collation_connection = '" + collation + "'");
            statement.execute("ALTER DEFINER = " + definer.quoted() + " EVENT " + quoted(schema) + "." + quoted(name)
                    + (enable ? " ENABLE" : " DISABLE"));
            statement.execute("SET SESSION character_set_client = @gaussferry_client,"
                    + " SESSION collation_connection = @gaussferry_collation");
        }
    }

    private static String quoted(String identifier) {
        return "`" + identifier.replace("`", "``") + "`";
    }

    @Override
    public String toString() {
        return schema + "." + name + " (definer " + definer + ")";
    }
}
