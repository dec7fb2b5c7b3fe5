package io.gaussferry.schema;

import java.util.ArrayList;
import java.util.List;

/** openGauss 3 and later. */
record OpenGaussDialect(TargetProfile profile) implements TargetDialect {

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // ends idle sessions after ten minutes unless told otherwise
        statements.add("SET session_timeout = 0");
        return statements;
    }

    /** Waits for a table's and for a row's lock are limited apart; the defaults are 20 and 2 minutes. */
    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lockwait_timeout = " + millis, "SET update_lockwait_timeout = " + millis);
    }
}
