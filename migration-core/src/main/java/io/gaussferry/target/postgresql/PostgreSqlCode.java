package io.gaussferry.target.postgresql;

import io.gaussferry.schema.Identifiers;
import io.gaussferry.target.StoredCode;

/** Procedures of PostgreSQL, which refuses COMMIT in those with the rights of their owner. */
final class PostgreSqlCode implements StoredCode {

    @Override
    public String createProcedure(String name, String parameters, boolean asOwner, boolean commits, String body) {
        return "CREATE PROCEDURE " + name + "(" + parameters + ") LANGUAGE plpgsql"
                + (asOwner && !commits ? " SECURITY DEFINER" : "") + " AS " + Identifiers.dollarQuoted(body);
    }

    @Override
    public boolean hasEvents() {
        return false;
    }
}
