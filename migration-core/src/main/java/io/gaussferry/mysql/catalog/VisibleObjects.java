package io.gaussferry.mysql.catalog;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The routines, triggers and events that an account sees in MySQL. {@code information_schema} leaves out those that the account has no
 * privilege for, without a message, so that an empty list proves nothing. Immutable.
 */
public final class VisibleObjects {

    private static final TableId PROCEDURES_BEFORE_8 = new TableId("mysql", "proc");

    private final Grants grants;

    private VisibleObjects(Grants grants) {
        this.grants = grants;
    }

    /** Reads the grants of the connection's account, with its active roles. */
    public static VisibleObjects of(Connection source) throws SQLException {
        return of(Grants.parse(Sql.list(source, row -> row.getString(1), "SHOW GRANTS")));
    }

    /** Returns the objects that an account with these grants sees. */
    public static VisibleObjects of(Grants grants) {
        return new VisibleObjects(grants);
    }

    /** Returns whether the account sees every trigger of a table. */
    public boolean hasTriggersOf(TableId table) {
        return grants.hasOnTable("TRIGGER", table);
    }

    /** Returns the privileges that the account lacks to see each object of a database. */
    public List<String> missing(String schema) {
        List<String> missing = new ArrayList<>();
        if (!hasRoutines(schema)) {
            missing.add("SHOW_ROUTINE");
        }
        for (String privilege : List.of("SHOW VIEW", "TRIGGER", "EVENT")) {
            if (!grants.hasOnSchema(privilege, schema)) {
                missing.add(privilege);
            }
        }
        return missing;
    }

    /** Returns the databases whose objects the account does not see completely, each with the missing privileges. */
    public Map<String, List<String>> missing(Collection<String> schemas) {
        Map<String, List<String>> bySchema = new LinkedHashMap<>();
        for (String schema : schemas) {
            List<String> missing = missing(schema);
            if (!missing.isEmpty()) {
                bySchema.put(schema, missing);
            }
        }
        return bySchema;
    }

    // SELECT on all databases includes mysql.proc, and shows the routines from 8.0.20 on too
    private boolean hasRoutines(String schema) {
        return grants.hasGlobal("SELECT", "SHOW_ROUTINE", "SHOW CREATE ROUTINE")
                || grants.hasOnTable("SELECT", PROCEDURES_BEFORE_8)
                || List.of("EXECUTE", "CREATE ROUTINE", "ALTER ROUTINE").stream()
                        .anyMatch(privilege -> grants.hasOnSchema(privilege, schema));
    }
}
