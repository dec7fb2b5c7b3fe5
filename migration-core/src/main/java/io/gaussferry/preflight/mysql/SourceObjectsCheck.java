package io.gaussferry.preflight.mysql;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.finding.Rows.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a database of the source has besides tables. */
public final class SourceObjectsCheck implements Check {

    private static final int PLACES_IN_QUERY = 4;

    private final SourceServer server;
    private final List<String> schemas;

    public SourceObjectsCheck(SourceServer server, List<String> schemas) {
        this.server = server;
        this.schemas = schemas;
    }

    @Override
    public String subject() {
        return "the views, routines, triggers and events of the source";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        if (schemas.isEmpty()) {
            return;
        }
        Map<String, List<String>> bySchema = new TreeMap<>();
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < PLACES_IN_QUERY; i++) {
            parameters.addAll(schemas);
        }
        for (Row row : Rows.of(server.connection(), query(Rows.placeholders(schemas.size())), parameters)) {
            bySchema.computeIfAbsent(row.text(0), unused -> new ArrayList<>()).add(row.text(2) + " " + row.text(1));
        }
        bySchema.forEach((schema, objects) -> findings.add(
                FindingCode.SOURCE_OBJECTS_NOT_MIGRATED,
                Place.SOURCE.in(schema),
                "Database " + schema + " has " + String.join(", ", objects) + ".",
                "Only tables are migrated. What triggers do on the source arrives as rows; after the switch nothing does it.",
                "create on the target by hand what the application needs, triggers and events after the switch only"));
    }

    private static String query(String included) {
        return "SELECT table_schema, 'view(s)', COUNT(*) FROM information_schema.views WHERE table_schema IN "
                + included
                + " GROUP BY table_schema UNION ALL"
                + " SELECT routine_schema, 'routine(s)', COUNT(*) FROM information_schema.routines WHERE routine_schema IN "
                + included + " GROUP BY routine_schema UNION ALL"
                + " SELECT trigger_schema, 'trigger(s)', COUNT(*) FROM information_schema.triggers WHERE trigger_schema IN "
                + included + " GROUP BY trigger_schema UNION ALL"
                + " SELECT event_schema, 'event(s)', COUNT(*) FROM information_schema.events WHERE event_schema IN "
                + included + " GROUP BY event_schema";
    }
}
