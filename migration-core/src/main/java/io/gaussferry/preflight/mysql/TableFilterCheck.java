package io.gaussferry.preflight.mysql;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import io.gaussferry.preflight.finding.Rows.Row;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Patterns of tables that are for no table: a name that is misspelt leaves a table in, or out, that was not meant. */
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
    public Place place() {
        return Place.SOURCE;
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
        for (Row row : Rows.of(server.connection(), TABLES + Rows.placeholders(schemas.size()), schemas)) {
            tables.add(new TableId(row.text(0), row.text(1)));
        }
        reportUnused(findings, "include", filter.include(), tables, "It makes nothing be migrated.");
        reportUnused(findings, "exclude", filter.exclude(), tables, "What was to be left out may be migrated.");
        for (TableRename rule : renames.rules()) {
            boolean used = tables.stream()
                    .filter(server.settings()::includes)
                    .anyMatch(
                            table -> renames.ruleFor(table).filter(rule::equals).isPresent());
            if (!used) {
                findings.add(
                        FindingCode.SOURCE_TABLE_PATTERN_UNUSED,
                        Place.SOURCE,
                        "The rule " + rule + " in gaussferry.source.rename is for no table of the source.",
                        "The first rule that is for a table decides; what was to be renamed may keep its name.",
                        "correct the rule or its place, or remove it; names are compared with their case");
            }
        }
    }

    private static void reportUnused(
            Findings findings, String key, List<TablePattern> patterns, List<TableId> tables, String why) {
        for (TablePattern pattern : patterns) {
            if (tables.stream().noneMatch(pattern::matches)) {
                findings.add(
                        FindingCode.SOURCE_TABLE_PATTERN_UNUSED,
                        Place.SOURCE,
                        "No table of the source matches " + pattern + " in gaussferry.source.tables." + key + ".",
                        why,
                        "correct the pattern, or remove it; names are compared with their case");
            }
        }
    }
}
