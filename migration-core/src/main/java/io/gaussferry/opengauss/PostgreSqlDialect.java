package io.gaussferry.opengauss;

import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL 9.6 and later, through the openGauss driver. The oldest version is the closest to openGauss, which was
 * forked from 9.2.
 */
record PostgreSqlDialect(TargetProfile profile) implements TargetDialect {

    @Override
    public List<String> sessionStatements() {
        List<String> statements = new ArrayList<>(COMMON_SESSION_STATEMENTS);
        // SET fails before PostgreSQL 11
        statements.add("SELECT set_config(name, 'off', false) FROM pg_catalog.pg_settings WHERE name = 'jit'");
        return statements;
    }

    @Override
    public List<String> lockTimeoutStatements(long millis) {
        return List.of("SET lock_timeout = " + millis);
    }
}
