package io.gaussferry.schema;

import java.util.ArrayList;
import java.util.List;

/** PostgreSQL 14 and later, behind the openGauss driver. */
record PostgreSqlDialect(TargetProfile profile) implements TargetDialect {

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        statements.add("SET jit = off");
        return statements;
    }

    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lock_timeout = " + millis);
    }
}
