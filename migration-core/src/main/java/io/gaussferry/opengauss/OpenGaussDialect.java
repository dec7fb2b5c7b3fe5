package io.gaussferry.opengauss;

import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.List;

/** openGauss 3 and later. */
record OpenGaussDialect(TargetProfile profile) implements TargetDialect {

    /**
     * What the plugin makes of values, whatever the account or the database is used to. Strict: with an empty mode an impossible date
     * becomes NULL with a warning. Without {@code no_zero_date}, which would refuse 0000-00-00, and without
     * {@code pad_char_to_full_length}, with which CHAR comes back padded. These names are known to all versions of the plugin.
     */
    private static final List<String> DOLPHIN = List.of(
            "SET dolphin.b_compatibility_mode = on",
            "SET dolphin.sql_mode = 'sql_mode_strict,sql_mode_full_group,pipes_as_concat,ansi_quotes'");

    /**
     * In compatibility A '' is NULL unless the session says otherwise, which it may; what the account or the database is used to
     * besides stays. What is stored so stays '' for everybody.
     */
    private static final String KEEP_EMPTY_STRINGS =
            "SELECT set_config(name, CASE WHEN length(setting) > 0 THEN concat(setting, ',accept_empty_str') ELSE 'accept_empty_str' END,"
                    + " false) FROM pg_catalog.pg_settings WHERE name = 'behavior_compat_options'";

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // ends idle sessions after ten minutes unless told otherwise
        statements.add("SET session_timeout = 0");
        if (profile.compatibility().equals("A")) {
            statements.add(KEEP_EMPTY_STRINGS);
        }
        if (profile.dolphin()) {
            statements.addAll(DOLPHIN);
        }
        return statements;
    }

    /** Waits for a table's and for a row's lock are limited apart; the defaults are 20 and 2 minutes. */
    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lockwait_timeout = " + millis, "SET update_lockwait_timeout = " + millis);
    }
}
