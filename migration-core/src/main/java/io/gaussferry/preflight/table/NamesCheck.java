package io.gaussferry.preflight.table;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether the target can have the source's names. The names that are derived for indexes, constraints and types are not among them: an object
 * gets another one where its name is taken.
 */
public final class NamesCheck implements Check {

    /**
     * The maximum length of a name in openGauss and PostgreSQL, bytes (NAMEDATALEN - 1); both truncate longer names.
     */
    static final int LONGEST_NAME = 63;

    /** The limit of PostgreSQL and openGauss. MySQL allows 4096. */
    private static final int MOST_COLUMNS = 1600;

    /** The schema that stores progress. */
    private static final String OWN_SCHEMA = "gaussferry";

    /** The target's schemas. */
    private final List<String> schemas;

    private final List<TableDefinition> tables;

    private final TargetProfile target;

    /** @param schemas those of the target that the source's databases become */
    public NamesCheck(List<String> schemas, List<TableDefinition> tables, TargetProfile target) {
        this.target = target;
        this.schemas = schemas;
        this.tables = tables;
    }

    @Override
    public String subject() {
        return "the names of the source's tables";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) {
        schemas.forEach(schema -> checkSchema(findings, schema));
        Map<String, String> taken = new HashMap<>();
        for (String schema : schemas) {
            checkName(findings, taken, "", schema, "Database", FindingLocation.SOURCE.in(schema));
        }
        Set<TableId> seen = new HashSet<>();
        for (TableDefinition table : tables) {
            if (seen.add(table.targetId())) {
                checkName(
                        findings,
                        taken,
                        table.targetId().schema() + ".",
                        table.targetId().name(),
                        "Table",
                        FindingLocation.SOURCE.in(table.id()));
            }
            checkColumns(findings, table);
        }
    }

    private static void checkSchema(Findings findings, String schema) {
        String folded = schema.toLowerCase(Locale.ROOT);
        if (schema.equals(OWN_SCHEMA) || folded.startsWith("pg_") || folded.equals("information_schema")) {
            findings.add(
                    FindingCode.SOURCE_SCHEMA_RESERVED,
                    FindingLocation.SOURCE.in(schema),
                    "A database of the source becomes schema " + schema + ".",
                    schema.equals(OWN_SCHEMA)
                            ? "The schema of this name on the target holds the migration's progress."
                            : "The target keeps schemas with such a name for itself.",
                    "exclude it in gaussferry.source.schemas, or give its tables another schema in gaussferry.source.rename");
        }
    }

    private void checkColumns(Findings findings, TableDefinition table) {
        TableId id = table.id();
        if (table.columns().size() > MOST_COLUMNS) {
            findings.add(
                    FindingCode.SOURCE_TOO_MANY_COLUMNS,
                    FindingLocation.SOURCE.in(id),
                    "Table " + id + " has " + table.columns().size() + " columns.",
                    "The target allows " + MOST_COLUMNS + ".",
                    "split the table at the source, or exclude its database");
        }
        Map<String, String> taken = new HashMap<>();
        for (ColumnDefinition column : table.columns()) {
            FindingLocation location = FindingLocation.SOURCE.in(id, column.name());
            checkName(findings, taken, "", column.name(), "Column", location);
            if (target.reservesColumn(column.name())) {
                findings.add(
                        FindingCode.SOURCE_COLUMN_RESERVED,
                        location,
                        "Table " + id + " has a column called " + column.name() + ".",
                        "Every table of the target has a hidden column of that name, and allows no second one.",
                        "rename the column at the source (ALTER TABLE … RENAME COLUMN), or exclude its database");
            }
        }
    }

    private static void checkName(
            Findings findings,
            Map<String, String> taken,
            String scope,
            String name,
            String kind,
            FindingLocation location) {
        String kept = truncated(name);
        String other = taken.putIfAbsent(scope + kept, name);
        if (other != null) {
            findings.add(
                    FindingCode.SOURCE_NAME_CLASH,
                    location,
                    kind + " " + name + " and " + other + " have the same first " + LONGEST_NAME + " bytes.",
                    "The target keeps no more of a name: the two would be one.",
                    "rename one of them at the source, or in gaussferry.source.rename if it is no column");
        }
        if (!kept.equals(name)) {
            findings.add(
                    FindingCode.SOURCE_NAME_TOO_LONG,
                    location,
                    kind + " " + name + " has a name of " + name.getBytes(StandardCharsets.UTF_8).length + " bytes.",
                    "The target cuts names after " + LONGEST_NAME
                            + " bytes of UTF-8; under its own name it would not be" + " found there.",
                    "rename it at the source, or in gaussferry.source.rename if it is no column; or exclude its database");
        }
    }

    /** Returns the part of a name that the target keeps; whole characters only. */
    static String truncated(String name) {
        int end = name.length();
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end);
    }
}
