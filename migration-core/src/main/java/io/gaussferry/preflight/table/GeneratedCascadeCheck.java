package io.gaussferry.preflight.table;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.catalog.ExactNames;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.CatalogRows.Row;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.schema.CascadeIntoGenerated;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.GeneratedColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports foreign keys whose actions change columns that a generated column depends on, if the source does not log
 * these changes.
 */
public final class GeneratedCascadeCheck implements Check {

    private static final String KEYS = "SELECT k.table_schema, k.table_name, k.constraint_name, k.column_name,"
            + " k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name, r.update_rule, r.delete_rule"
            + " FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r"
            + " ON " + ExactNames.join("r", "k", "constraint_schema", "constraint_name", "table_name")
            + " WHERE k.referenced_table_name IS NOT NULL AND k.table_schema IN %s"
            + " AND (r.update_rule NOT IN ('NO ACTION', 'RESTRICT') OR r.delete_rule LIKE 'SET %%')"
            + " ORDER BY k.table_schema, k.table_name, k.constraint_name, k.ordinal_position";

    private static final String COMPUTED = "SELECT DISTINCT table_schema, table_name FROM information_schema.columns"
            + " WHERE generation_expression <> '' AND table_schema IN ";

    private static final String COLUMNS = "SELECT column_name, generation_expression FROM information_schema.columns"
            + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";

    private final SourceServer server;
    private final List<String> schemas;

    /** @param schemas the databases that are replicated */
    public GeneratedCascadeCheck(SourceServer server, List<String> schemas) {
        this.server = server;
        this.schemas = List.copyOf(schemas);
    }

    @Override
    public String subject() {
        return "the generated columns that foreign keys change";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        if (schemas.isEmpty() || CascadeLogging.isOn(server.connection())) {
            return;
        }
        for (Map.Entry<TableId, List<ForeignKeyDefinition>> table : keys().entrySet()) {
            for (CascadeIntoGenerated found :
                    CascadeIntoGenerated.of(table.getKey(), table.getValue(), generated(table.getKey()))) {
                findings.add(
                        FindingCode.SOURCE_CASCADE_GENERATED,
                        FindingLocation.SOURCE.in(found.table(), found.column()),
                        found.problem(),
                        "Up to 9.5 MySQL does not write the changes of this key into its binlog. The same"
                                + " key on the target repeats them, but the column is an ordinary column there and"
                                + " would keep its value.",
                        "use a key without an action at the source and let the application change the"
                                + " child rows; or drop the column until the switch; or exclude the table; or upgrade"
                                + " the source to MySQL 9.6 or later");
            }
        }
    }

    /** Returns the keys whose actions change columns, for replicated tables with a generated column. */
    private Map<TableId, List<ForeignKeyDefinition>> keys() throws SQLException {
        Set<TableId> computed =
                CatalogRows.of(server.connection(), COMPUTED + CatalogRows.placeholders(schemas.size()), schemas)
                        .stream()
                        .map(row -> new TableId(row.text(0), row.text(1)))
                        .filter(server.settings()::includes)
                        .collect(Collectors.toSet());
        Map<TableId, Map<String, ForeignKeyDefinition>> keys = new LinkedHashMap<>();
        for (Row row : computed.isEmpty()
                ? List.<Row>of()
                : CatalogRows.of(
                        server.connection(), String.format(KEYS, CatalogRows.placeholders(schemas.size())), schemas)) {
            TableId table = new TableId(row.text(0), row.text(1));
            if (computed.contains(table)) {
                keys.computeIfAbsent(table, unused -> new LinkedHashMap<>())
                        .merge(row.text(2), key(row), GeneratedCascadeCheck::joined);
            }
        }
        Map<TableId, List<ForeignKeyDefinition>> lists = new LinkedHashMap<>();
        keys.forEach((table, byName) -> lists.put(table, List.copyOf(byName.values())));
        return lists;
    }

    private static ForeignKeyDefinition key(Row row) {
        return new ForeignKeyDefinition(
                row.text(2),
                List.of(row.text(3)),
                new TableId(row.text(4), row.text(5)),
                List.of(row.text(6)),
                row.text(7),
                row.text(8));
    }

    private static ForeignKeyDefinition joined(ForeignKeyDefinition first, ForeignKeyDefinition second) {
        return new ForeignKeyDefinition(
                first.name(),
                joined(first.columns(), second.columns()),
                first.referenced(),
                joined(first.referencedColumns(), second.referencedColumns()),
                first.onUpdate(),
                first.onDelete());
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private GeneratedColumns generated(TableId table) throws SQLException {
        Map<String, @Nullable String> expressions = new LinkedHashMap<>();
        for (Row row : CatalogRows.of(server.connection(), COLUMNS, List.of(table.schema(), table.name()))) {
            expressions.put(row.text(0), row.text(1).isEmpty() ? null : row.text(1));
        }
        return new GeneratedColumns(expressions);
    }
}
