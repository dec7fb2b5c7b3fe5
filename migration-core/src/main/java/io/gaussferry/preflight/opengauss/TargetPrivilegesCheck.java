package io.gaussferry.preflight.opengauss;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the target's account may create missing objects and write to existing tables. */
public final class TargetPrivilegesCheck implements Check {

    private static final String OWN_SCHEMA = "gaussferry";
    private static final TableId PROGRESS = new TableId(OWN_SCHEMA, "progress");
    private static final List<String> NEEDED = List.of("SELECT", "INSERT", "UPDATE", "DELETE");

    private final TargetServer server;
    private final List<String> schemas;
    private final List<TableDefinition> sources;
    private final ExistingTables targets;

    public TargetPrivilegesCheck(
            TargetServer server, List<String> schemas, List<TableDefinition> sources, ExistingTables targets) {
        this.server = server;
        this.schemas = schemas;
        this.sources = sources;
        this.targets = targets;
    }

    @Override
    public String subject() {
        return "the privileges of the target's account";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        List<String> missing = new ArrayList<>();
        List<String> all = new ArrayList<>(schemas);
        all.add(OWN_SCHEMA);
        for (String schema : all) {
            if (!exists("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?", schema)) {
                missing.add(schema);
            } else {
                checkSchema(findings, schema);
            }
        }
        if (!missing.isEmpty()
                && !server.is("pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')")) {
            findings.add(
                    FindingCode.TARGET_PRIVILEGE_CREATE,
                    FindingLocation.TARGET,
                    "The account " + server.settings().user() + " may not create the schemas "
                            + String.join(", ", missing) + ".",
                    "Each database of the source becomes a schema; the schema gaussferry stores the progress.",
                    "run GRANT CREATE ON DATABASE … TO the account, or create the schemas and grant USAGE"
                            + " and CREATE on them to the account");
        }
        for (TableDefinition source : sources) {
            if (targets.has(source.targetId())) {
                checkTable(findings, source.targetId());
            }
        }
    }

    private void checkSchema(Findings findings, String schema) throws SQLException {
        boolean complete = schema.equals(OWN_SCHEMA)
                ? exists(
                        "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = ? AND tablename = 'progress'",
                        OWN_SCHEMA)
                : sources.stream()
                        .map(TableDefinition::targetId)
                        .filter(id -> id.schema().equals(schema))
                        .allMatch(targets::has);
        String needed = complete ? "USAGE" : "CREATE";
        if (!server.is("pg_catalog.has_schema_privilege(?, '" + needed + "')", schema)) {
            findings.add(
                    FindingCode.TARGET_PRIVILEGE_CREATE,
                    FindingLocation.TARGET.in(schema),
                    "The account " + server.settings().user() + " lacks " + needed + " on schema " + schema + ".",
                    complete ? "Gaussferry cannot use its tables." : "Gaussferry cannot create missing tables in it.",
                    "run GRANT USAGE, CREATE ON SCHEMA " + Identifiers.quoteTarget(schema) + " TO the account");
        } else if (schema.equals(OWN_SCHEMA) && complete) {
            checkTable(findings, PROGRESS);
        }
    }

    private void checkTable(Findings findings, TableId id) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (String privilege : NEEDED) {
            if (!server.is("pg_catalog.has_table_privilege(?, '" + privilege + "')", Identifiers.quoteTarget(id))) {
                missing.add(privilege);
            }
        }
        if (!missing.isEmpty()) {
            findings.add(
                    FindingCode.TARGET_PRIVILEGE_TABLE,
                    FindingLocation.TARGET.in(id),
                    "The account " + server.settings().user() + " lacks " + String.join(", ", missing) + " on table "
                            + id + ".",
                    "Gaussferry cannot copy or replicate its rows.",
                    "run GRANT " + String.join(", ", NEEDED) + " ON " + Identifiers.quoteTarget(id)
                            + " TO the account");
        }
    }

    private boolean exists(String query, String name) throws SQLException {
        return !CatalogRows.of(server.connection(), query, List.of(name)).isEmpty();
    }
}
