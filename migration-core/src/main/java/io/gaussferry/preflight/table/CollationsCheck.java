package io.gaussferry.preflight.table;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.TargetCollation;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reports the collations of the columns that Gaussferry creates, where their equality differs from the source's. */
public final class CollationsCheck implements Check {

    private static final String COLLATION = "SELECT 1 FROM pg_catalog.pg_collation WHERE collname = ?";

    private final List<TableDefinition> tables;
    private final Conversion conversion;
    private final ExistingTables targets;
    private final @Nullable Connection target;

    /** @param target null if the target is not available */
    public CollationsCheck(
            List<TableDefinition> tables, Conversion conversion, ExistingTables targets, @Nullable Connection target) {
        this.tables = tables;
        this.conversion = conversion;
        this.targets = targets;
        this.target = target;
    }

    @Override
    public String subject() {
        return "the collations of string columns";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        List<TableDefinition> created =
                tables.stream().filter(table -> !targets.has(table.targetId())).toList();
        if (!TargetTypes.supportsCollations(conversion.target())) {
            reportMissingSupport(created, findings);
            return;
        }
        Set<TargetCollation> used = EnumSet.noneOf(TargetCollation.class);
        created.forEach(table -> report(table, used, findings));
        requireOnTarget(used, findings);
    }

    private void report(TableDefinition table, Set<TargetCollation> used, Findings findings) {
        Map<String, List<String>> columns = new TreeMap<>();
        Map<String, TargetCollation> chosen = new TreeMap<>();
        for (ColumnDefinition column : table.columns()) {
            String source = table.extras().column(column.name()).collation();
            Optional<TargetCollation> collation = conversion.collation(table.id(), column, source);
            if (source != null && collation.isPresent()) {
                used.add(collation.get());
                chosen.put(source, collation.get());
                columns.computeIfAbsent(source, unused -> new ArrayList<>()).add(column.name());
            }
        }
        chosen.forEach((source, collation) -> {
            String difference = collation.difference(source);
            if (!difference.isEmpty()) {
                findings.add(
                        FindingCode.SOURCE_COLLATION,
                        FindingLocation.SOURCE.in(table.id()),
                        "Columns " + String.join(", ", columns.get(source)) + " of table " + table.id()
                                + " have collation " + source + ", and get " + collation.sqlName() + " on the target.",
                        "Strings: " + difference + ".",
                        "no action needed unless the application relies on it; check --scan-values finds keys that are"
                                + " equal only on the target, and gaussferry.rules.collations chooses bytes instead");
            }
        });
    }

    private void reportMissingSupport(List<TableDefinition> created, Findings findings) {
        long columns = created.stream()
                .mapToLong(table -> table.columns().stream()
                        .filter(column -> isIgnoringCase(table, column))
                        .count())
                .sum();
        if (columns > 0) {
            findings.add(
                    FindingCode.SOURCE_COLLATION,
                    FindingLocation.SOURCE,
                    columns + (columns == 1 ? " string column ignores" : " string columns ignore")
                            + " case at the source, and the target compares bytes.",
                    "The target has none of MySQL's collations: a query for 'a' does not find 'A', and a unique key"
                            + " accepts both.",
                    "migrate into a database of compatibility B with dolphin, or write lower(column) in queries and in"
                            + " unique indexes");
        }
    }

    private boolean isIgnoringCase(TableDefinition table, ColumnDefinition column) {
        String source = table.extras().column(column.name()).collation();
        return column.type().isText()
                && source != null
                && source.endsWith("_ci")
                && conversion.rules().forColumn(table.id(), column).collations() == CollationRule.KEEP;
    }

    private void requireOnTarget(Set<TargetCollation> used, Findings findings) throws SQLException {
        if (target == null) {
            return;
        }
        for (TargetCollation collation : used) {
            if (!Sql.exists(target, COLLATION, collation.sqlName())) {
                findings.add(
                        FindingCode.TARGET_COLLATION_MISSING,
                        FindingLocation.TARGET,
                        "The target does not have collation " + collation.sqlName() + ".",
                        "Tables with string columns cannot be created.",
                        "upgrade the target, or set gaussferry.rules.collations: binary");
            }
        }
    }
}
