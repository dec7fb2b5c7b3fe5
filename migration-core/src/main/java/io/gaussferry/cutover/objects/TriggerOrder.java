package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The order in which the triggers of a table are fired. Measured on openGauss 6.0.2: it is that of their creation, and the names do not matter; on
 * PostgreSQL it is that of the names.
 */
final class TriggerOrder {

    private static final String OF_APPLICATION = "p.proname LIKE 'gf_trigger_%%' AND %s.tgname ~ '^[0-9][0-9]_'";

    /** Triggers that were created before one that precedes them in the order of the names. */
    private static final String FORMER = "SELECT pg_catalog.pg_get_triggerdef(t.oid), pg_catalog.quote_ident(t.tgname),"
            + " pg_catalog.quote_ident(n.nspname), pg_catalog.quote_ident(c.relname) FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal AND (t.tgname = '"
            + PartPlanner.TRIGGER + "' OR " + String.format(OF_APPLICATION, "t") + ")"
            + " AND EXISTS (SELECT 1 FROM pg_catalog.pg_trigger o JOIN pg_catalog.pg_proc p ON p.oid = o.tgfoid"
            + " WHERE o.tgrelid = t.tgrelid AND NOT o.tgisinternal AND o.oid > t.oid"
            // a BEFORE trigger, of any event
            + " AND (t.tgname = '" + PartPlanner.TRIGGER + "' AND o.tgtype::int4 & 2 = 2 OR t.tgname <> '"
            + PartPlanner.TRIGGER + "' AND o.tgtype = t.tgtype AND o.tgname < t.tgname AND "
            + String.format(OF_APPLICATION, "o") + ")) ORDER BY n.nspname, c.relname, t.tgname";

    private TriggerOrder() {}

    /** Recreates the triggers that a trigger created later precedes. The caller commits. */
    static void restore(Connection target) throws SQLException {
        List<List<String>> former = Sql.list(
                target,
                row -> List.of(row.getString(1), row.getString(2), row.getString(3) + "." + row.getString(4)),
                FORMER);
        for (List<String> trigger : former) {
            Sql.execute(target, "DROP TRIGGER " + trigger.get(1) + " ON " + trigger.get(2));
            Sql.execute(target, trigger.get(0));
        }
    }
}
