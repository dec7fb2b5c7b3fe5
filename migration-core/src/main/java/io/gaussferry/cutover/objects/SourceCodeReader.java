package io.gaussferry.cutover.objects;

import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.FenceTriggers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the triggers, events, routines and views of the source, whose SQL is listed and not translated, and the accounts with privileges on
 * the databases. They are read at the time of the cutover, so changes during replication are included.
 */
final class SourceCodeReader {

    private static final String REASON = "code is not translated: write a replacement for the target";

    private static final String ACCOUNT_REASON =
            "accounts and privileges are not migrated: grant privileges to the target's account";

    private SourceCodeReader() {}

    static List<ManualWork> read(Connection source, SourceSettings settings) throws SQLException {
        List<ManualWork> found = new ArrayList<>();
        read(
                source,
                settings,
                "trigger",
                "SELECT trigger_schema, trigger_name, CONCAT(action_timing, ' ', event_manipulation, ' ON ',"
                        + " event_object_table, ' FOR EACH ROW ', action_statement) FROM information_schema.triggers WHERE "
                        + FenceTriggers.EXCLUDED,
                found);
        read(
                source,
                settings,
                "event",
                "SELECT event_schema, event_name, CONCAT(status, ': ', COALESCE(event_definition, ''))"
                        + " FROM information_schema.events",
                found);
        read(
                source,
                settings,
                "routine",
                "SELECT routine_schema, routine_name, CONCAT(routine_type, ': ', COALESCE(routine_definition, ''))"
                        + " FROM information_schema.routines",
                found);
        read(
                source,
                settings,
                "view",
                "SELECT table_schema, table_name, COALESCE(view_definition, '') FROM information_schema.views",
                found);
        found.addAll(accounts(source, settings));
        return found;
    }

    /** Returns the accounts with privileges on databases or tables, as far as the source's account may see them. Reads no secrets. */
    private static List<ManualWork> accounts(Connection source, SourceSettings settings) throws SQLException {
        Map<String, Set<String>> privileges = new TreeMap<>();
        try (PreparedStatement select = source.prepareStatement(
                        "SELECT grantee, table_schema, CONCAT(privilege_type, ' ON ', table_schema, '.*')"
                                + " FROM information_schema.schema_privileges UNION ALL"
                                + " SELECT grantee, table_schema, CONCAT(privilege_type, ' ON ', table_schema, '.', table_name)"
                                + " FROM information_schema.table_privileges");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                // in privileges on databases _ and % are patterns unless they are escaped
                if (settings.includes(rows.getString(2).replace("\\", ""))) {
                    privileges
                            .computeIfAbsent(rows.getString(1), unused -> new TreeSet<>())
                            .add(rows.getString(3));
                }
            }
        }
        return privileges.entrySet().stream()
                .map(account -> new ManualWork(
                        "account", account.getKey(), ACCOUNT_REASON, String.join(", ", account.getValue())))
                .toList();
    }

    private static void read(
            Connection source, SourceSettings settings, String kind, String query, List<ManualWork> found)
            throws SQLException {
        try (PreparedStatement select = source.prepareStatement(query);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                if (settings.includes(rows.getString(1))) {
                    found.add(new ManualWork(
                            kind, rows.getString(1) + "." + rows.getString(2), REASON, rows.getString(3)));
                }
            }
        }
    }
}
