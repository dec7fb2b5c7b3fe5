package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ComputingTrigger;
import io.gaussferry.objects.translate.TriggerTime;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The order in which the triggers of a table are fired: on openGauss in compatibility B that of their creation ({@link TriggerTime}), whatever
 * their names; on PostgreSQL that of the names.
 */
final class TriggerOrder {

    private static final String OF_APPLICATION = "p.proname LIKE 'gf_trigger_%%' AND %s.tgname ~ '^[0-9][0-9]_'";

    /** Triggers that were created before one that precedes them in the order of the names. */
    private static final String FORMER = "SELECT pg_catalog.pg_get_triggerdef(t.oid), t.tgname,"
            + " n.nspname, c.relname FROM pg_catalog.pg_trigger t"
            + " JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal AND (t.tgname = '"
            + ComputingTrigger.NAME + "' OR " + String.format(OF_APPLICATION, "t") + ")"
            + " AND EXISTS (SELECT 1 FROM pg_catalog.pg_trigger o JOIN pg_catalog.pg_proc p ON p.oid = o.tgfoid"
            + " WHERE o.tgrelid = t.tgrelid AND NOT o.tgisinternal AND o.oid > t.oid"
            // a BEFORE trigger, of any event
            + " AND (t.tgname = '" + ComputingTrigger.NAME + "' AND o.tgtype::int4 & 2 = 2 OR t.tgname <> '"
            + ComputingTrigger.NAME + "' AND o.tgtype = t.tgtype AND o.tgname < t.tgname AND "
            + String.format(OF_APPLICATION, "o") + ")) ORDER BY n.nspname, c.relname, t.tgname";

    private record Former(String definition, String name, TableId table) {}

    private TriggerOrder() {}

    /** Recreates the triggers that a trigger created later precedes. The caller commits. */
    static void restore(Connection target, TargetProfile profile) throws SQLException {
        List<Former> former = Sql.list(
                target,
                row -> new Former(row.getString(1), row.getString(2), new TableId(row.getString(3), row.getString(4))),
                FORMER);
        for (Former trigger : former) {
            Sql.execute(
                    target,
                    "DROP TRIGGER " + Identifiers.quoteTarget(trigger.name()) + " ON "
                            + Identifiers.quoteTarget(trigger.table()));
            for (String statement : TriggerTime.ordered(trigger.table(), trigger.definition(), profile)) {
                Sql.execute(target, statement);
            }
        }
    }
}
