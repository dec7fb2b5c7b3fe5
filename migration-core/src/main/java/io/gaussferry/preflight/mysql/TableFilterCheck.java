package io.gaussferry.preflight.mysql;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reports table patterns that match no table: a misspelt pattern includes or excludes tables by mistake. */
public final class TableFilterCheck implements Check {

    private static final String TABLES = "SELECT table_schema, table_name FROM information_schema.tables"
            + " WHERE table_type = 'BASE TABLE' AND table_schema IN ";

    private final SourceServer server;

    public TableFilterCheck(SourceServer server) {
        this.server = server;
    }

    @Override
    public String subject() {
        return "the patterns in gaussferry.source.tables and .rename";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        TableFilter filter = server.settings().tables();
        TableRenames renames = server.settings().renames();
        List<String> schemas = server.includedSchemas();
        if ((filter.equals(TableFilter.ALL) && renames.equals(TableRenames.NONE)) || schemas.isEmpty()) {
            return;
        }
        List<TableId> tables = new ArrayList<>();
        for (Row row :
                CatalogRows.of(server.connection(), TABLES + CatalogRows.placeholders(schemas.size()), schemas)) {
            tables.add(new TableId(row.text(0), row.text(1)));
        }
        reportUnused(findings, "include", filter.include(), tables, "The pattern selects no table.");
        reportUnused(findings, "exclude", filter.exclude(), tables, "Tables that should be excluded may be migrated.");
        for (TableRename rule : renames.rules()) {
            boolean used = tables.stream()
                    .filter(server.settings()::includes)
                    .anyMatch(
                            table -> renames.ruleFor(table).filter(rule::equals).isPresent());
            if (!used) {
                findings.add(
                        FindingCode.SOURCE_TABLE_PATTERN_UNUSED,
                        FindingLocation.SOURCE,
                        "The rule " + rule + " in gaussferry.source.rename applies to no table of the source.",
                        "The first rule that matches a table applies; the intended table may keep its name.",
                        "correct the rule or its position, or remove it; names are case-sensitive");
            }
        }
    }

    private static void reportUnused(
            Findings findings, String key, List<TablePattern> patterns, List<TableId> tables, String why) {
        for (TablePattern pattern : patterns) {
            if (tables.stream().noneMatch(pattern::matches)) {
                findings.add(
                        FindingCode.SOURCE_TABLE_PATTERN_UNUSED,
                        FindingLocation.SOURCE,
                        "No table of the source matches " + pattern + " in gaussferry.source.tables." + key + ".",
                        why,
                        "correct the pattern, or remove it; names are case-sensitive");
            }
        }
    }
}
