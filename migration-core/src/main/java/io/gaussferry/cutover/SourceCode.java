package io.gaussferry.cutover;

import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Triggers, events, routines and views of the source: code, which is listed with its text and not translated. */
final class SourceCode {

    private static final String REASON = "it is code, which is not translated: write its equal for the target";

    private SourceCode() {}

    static List<ManualWork> read(Connection source, SourceSettings settings) throws SQLException {
        List<ManualWork> found = new ArrayList<>();
        read(
                source,
                settings,
                "trigger",
                "SELECT trigger_schema, trigger_name, CONCAT(action_timing, ' ', event_manipulation, ' ON ',"
                        + " event_object_table, ' FOR EACH ROW ', action_statement) FROM information_schema.triggers",
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
        return found;
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
