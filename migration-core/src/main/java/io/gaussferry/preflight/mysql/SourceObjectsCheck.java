package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.catalog.FenceTriggers;
import io.gaussferry.mysql.catalog.VisibleObjects;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports the objects other than tables in the source's databases. */
public final class SourceObjectsCheck implements Check {

    private static final int SCHEMA_LISTS_IN_QUERY = 4;

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
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        if (schemas.isEmpty()) {
            return;
        }
        Map<String, List<String>> bySchema = new TreeMap<>();
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < SCHEMA_LISTS_IN_QUERY; i++) {
            parameters.addAll(schemas);
        }
        for (Row row :
                CatalogRows.of(server.connection(), query(CatalogRows.placeholders(schemas.size())), parameters)) {
            bySchema.computeIfAbsent(row.text(0), unused -> new ArrayList<>()).add(row.text(2) + " " + row.text(1));
        }
        bySchema.forEach(
                (schema, objects) -> findings.add(
                        FindingCode.SOURCE_OBJECTS_NOT_MIGRATED,
                        FindingLocation.SOURCE.in(schema),
                        "Database " + schema + " has " + String.join(", ", objects) + ".",
                        "Replication carries tables only. Rows changed by the source's triggers arrive as row changes.",
                        "run objects verify, which translates and executes them: the cutover creates those that return the same"));
        checkVisible(findings);
    }

    private void checkVisible(Findings findings) throws SQLException {
        VisibleObjects.of(server.connection())
                .missing(schemas)
                .forEach(
                        (schema, missing) -> findings.add(
                                FindingCode.SOURCE_OBJECTS_HIDDEN,
                                FindingLocation.SOURCE.in(schema),
                                "The account " + server.settings().user() + " lacks " + String.join(", ", missing)
                                        + " on database " + schema + ".",
                                "MySQL hides definitions from it without a message: hidden objects are not counted here.",
                                "run GRANT " + String.join(", ", missing)
                                        + " ON *.* TO the account before objects verify; the copy and replication do not need them"));
    }

    private static String query(String included) {
        return "SELECT table_schema, 'view(s)', COUNT(*) FROM information_schema.views WHERE table_schema IN "
                + included
                + " GROUP BY table_schema UNION ALL"
                + " SELECT routine_schema, 'routine(s)', COUNT(*) FROM information_schema.routines WHERE routine_schema IN "
                + included + " GROUP BY routine_schema UNION ALL"
                + " SELECT trigger_schema, 'trigger(s)', COUNT(*) FROM information_schema.triggers WHERE trigger_schema IN "
                + included + " AND " + FenceTriggers.EXCLUDED + " GROUP BY trigger_schema UNION ALL"
                + " SELECT event_schema, 'event(s)', COUNT(*) FROM information_schema.events WHERE event_schema IN "
                + included + " GROUP BY event_schema";
    }
}
