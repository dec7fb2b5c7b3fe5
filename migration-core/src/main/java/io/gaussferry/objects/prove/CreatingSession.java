package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.DolphinModes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The settings with which objects are created. */
public final class CreatingSession {

    /**
     * Makes openGauss report why it refuses a routine. By default it reports a failed insert into its own catalog of sources instead. No
     * effect on PostgreSQL.
     */
    private static final String SHOW_ERRORS = "SELECT set_config(name, CASE WHEN length(setting) > 0"
            + " THEN concat(setting, ',skip_insert_gs_source') ELSE 'skip_insert_gs_source' END, true)"
            + " FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'";

    /** The prefix of the driver's messages: the two addresses, partly hidden. */
    private static final String ADDRESSES = "^\\[[^]]*] ";

    private CreatingSession() {}

    /** Returns why a definition was refused. It names parts of the definition, and no values of rows. */
    public static String message(SQLException refusal) {
        String message = String.valueOf(refusal.getMessage()).replaceFirst(ADDRESSES, "");
        return message.strip() + " (SQLSTATE " + refusal.getSQLState() + ")";
    }

    /**
     * Prepares the connection's transaction: errors are shown, and columns that depend on a group's key need not be in GROUP BY, as in MySQL,
     * which has checked the views when they were created.
     */
    public static void prepare(Connection target, boolean dolphin) throws SQLException {
        try (Statement statement = target.createStatement()) {
            for (String setting : statements(dolphin)) {
                statement.execute(setting);
            }
        }
    }

    /** Gives the transaction the modes of the source's sessions: calls convert their arguments with them. */
    static void executeAs(Connection target, boolean dolphin, StoredSettings sessions) throws SQLException {
        if (dolphin) {
            try (Statement statement = target.createStatement()) {
                statement.execute("SET LOCAL dolphin.sql_mode = '" + DolphinModes.of(sessions) + "'");
            }
        }
    }

    /** Returns the statements that {@link #prepare} executes. */
    public static List<String> statements(boolean dolphin) {
        return dolphin
                ? List.of(
                        SHOW_ERRORS,
                        "SET LOCAL dolphin.sql_mode = 'sql_mode_strict,pipes_as_concat,ansi_quotes'",
                        "SET LOCAL enable_set_variable_b_format = on")
                : List.of(SHOW_ERRORS);
    }
}
