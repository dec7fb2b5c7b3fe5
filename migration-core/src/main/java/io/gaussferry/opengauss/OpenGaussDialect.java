package io.gaussferry.opengauss;

import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.List;

/** openGauss 3 and later. */
record OpenGaussDialect(TargetProfile profile) implements TargetDialect {

    /**
     * The plugin's handling of values, independent of the account's and the database's defaults. Strict: with an empty
     * mode an impossible date becomes NULL with a warning. Without {@code no_zero_date}, which would reject 0000-00-00,
     * and without {@code pad_char_to_full_length}, which pads CHAR values in results. All versions of the plugin
     * support these names.
     */
    private static final List<String> DOLPHIN = List.of(
            "SET dolphin.b_compatibility_mode = on",
            "SET dolphin.sql_mode = 'sql_mode_strict,sql_mode_full_group,pipes_as_concat,ansi_quotes'");

    /**
     * In compatibility A '' is NULL unless the session sets this option, for which it has the privilege. Other options
     * of the account or the database are preserved. The stored value is '' for all sessions.
     */
    private static final String KEEP_EMPTY_STRINGS =
            "SELECT set_config(name, CASE WHEN length(setting) > 0 THEN concat(setting, ',accept_empty_str') ELSE 'accept_empty_str' END,"
                    + " false) FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'";

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // the default ends idle sessions after ten minutes
        statements.add("SET session_timeout = 0");
        if (profile.compatibility().equals("A")) {
            statements.add(KEEP_EMPTY_STRINGS);
        }
        if (profile.dolphin()) {
            statements.addAll(DOLPHIN);
        }
        return statements;
    }

    /** Waits for table locks and row locks have separate limits; the defaults are 20 and 2 minutes. */
    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lockwait_timeout = " + millis, "SET update_lockwait_timeout = " + millis);
    }
}
