package io.gaussferry.cutover.fence;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds gaps in the fence on the target, through which other sessions can write or could have written. The fence is
 * raised by the last of its transactions, which replaces the function and its comment: a trigger that was written later,
 * or a function without such a comment, was changed by another session. Used by one thread.
 */
public final class TargetFenceCheck {

    /** The last column: whether the trigger was written after the function. A vacuum replaces old transactions' numbers by one below 3. */
    private static final String PARTS = "SELECT c.oid::text, concat(n.nspname, '.', c.relname), t.tgenabled::text,"
            + " EXISTS (SELECT 1 FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace s ON s.oid = p.pronamespace"
            + " WHERE s.nspname = 'gaussferry' AND p.proname = ? AND length(p.xmin::text) > 1 AND age(t.xmin) < age(p.xmin))"
            + " FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE t.tgname IN (?, ?) ORDER BY 2";

    /** The fence writes the function and its comment in one transaction. */
    private static final String FUNCTION = "SELECT p.xmin::text, d.xmin::text FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
            + " LEFT JOIN pg_catalog.pg_description d ON d.objoid = p.oid AND d.objsubid = 0"
            + " WHERE n.nspname = 'gaussferry' AND p.proname = ?";

    private static final String EXISTS = "SELECT 1 FROM pg_catalog.pg_class WHERE oid::text = ?";

    private static final String ALWAYS = "A";

    private final String trigger;
    private final String function;
    /** The fenced tables that were found before, by object identifier. */
    private final Map<String, String> known = new HashMap<>();

    /** Creates a check of a pipeline's fence. */
    public TargetFenceCheck(String pipeline) {
        this.trigger = TargetFence.trigger(pipeline);
        this.function = TargetFence.function(pipeline);
    }

    /** A trigger of the fence. */
    private record Part(String table, String enabled, boolean isChanged) {}

    /** How the function was found. */
    private enum Found {
        MISSING,
        REPLACED,
        AS_RAISED
    }

    /** Returns the gaps; empty if there are none. Joins the connection's transaction. */
    public List<String> gaps(Connection target) throws SQLException {
        Map<String, List<Part>> tables = parts(target);
        Found found = function(target);
        TreeSet<String> passing = new TreeSet<>();
        TreeSet<String> changed = new TreeSet<>();
        tables.values()
                .forEach(parts -> parts.forEach(part -> {
                    if (parts.size() < 2 || !part.enabled().equals(ALWAYS)) {
                        passing.add(part.table());
                    } else if (part.isChanged()) {
                        changed.add(part.table());
                    }
                }));
        for (Map.Entry<String, String> table : known.entrySet()) {
            if (!tables.containsKey(table.getKey()) && exists(target, table.getKey())) {
                passing.add(table.getValue());
            }
        }
        tables.forEach((oid, parts) -> known.put(oid, parts.get(0).table()));
        List<String> gaps = new ArrayList<>();
        if (found == Found.MISSING) {
            gaps.add("the fence was removed");
        } else if (found == Found.REPLACED) {
            gaps.add("the function of the fence was replaced");
        }
        if (!passing.isEmpty()) {
            gaps.add("the triggers of " + String.join(", ", passing) + " are disabled or dropped");
        }
        if (!changed.isEmpty()) {
            gaps.add("the triggers of " + String.join(", ", changed) + " were changed after the fence was raised");
        }
        return gaps;
    }

    private Map<String, List<Part>> parts(Connection target) throws SQLException {
        Map<String, List<Part>> tables = new LinkedHashMap<>();
        Sql.each(
                target,
                rows -> tables.computeIfAbsent(rows.getString(1), unused -> new ArrayList<>())
                        .add(new Part(rows.getString(2), rows.getString(3), rows.getBoolean(4))),
                PARTS,
                function,
                trigger,
                TargetFenceTriggers.truncate(trigger));
        return tables;
    }

    private Found function(Connection target) throws SQLException {
        try (PreparedStatement select = target.prepareStatement(FUNCTION)) {
            select.setString(1, function);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Found.MISSING;
                }
                String writer = row.getString(1);
                String ofComment = row.getString(2);
                boolean isOld = ofComment != null && (writer.length() == 1 || ofComment.length() == 1);
                return isOld || writer.equals(ofComment) ? Found.AS_RAISED : Found.REPLACED;
            }
        }
    }

    private static boolean exists(Connection target, String oid) throws SQLException {
        return Sql.exists(target, EXISTS, oid);
    }
}
