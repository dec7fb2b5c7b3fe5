package io.gaussferry.schema;

import java.util.ArrayList;
import java.util.List;

/** openGauss 3 and later. */
record OpenGaussDialect(TargetProfile profile) implements TargetDialect {

    @Override
    public List<String> sessionStatements(long lockTimeoutMillis) {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // ends idle sessions after ten minutes unless told otherwise
        statements.add("SET session_timeout = 0");
        // waits for a table's and for a row's lock are limited apart; the defaults are 20 and 2 minutes
        statements.add("SET lockwait_timeout = " + lockTimeoutMillis);
        statements.add("SET update_lockwait_timeout = " + lockTimeoutMillis);
        return statements;
    }
}
