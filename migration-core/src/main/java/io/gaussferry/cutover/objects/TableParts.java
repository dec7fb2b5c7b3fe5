package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.TablePart.CheckCondition;
import io.gaussferry.cutover.objects.TablePart.GeneratedColumn;
import io.gaussferry.cutover.objects.TablePart.PreparedIndex;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ComputedColumn;
import io.gaussferry.objects.translate.ComputedColumns;
import io.gaussferry.objects.translate.TableExpression;
import io.gaussferry.objects.translate.TableExpression.Uncertain;
import io.gaussferry.objects.translate.TableExpression.Written;
import io.gaussferry.objects.translate.TableExpressions;
import io.gaussferry.objects.translate.TableExpressions.Purpose;
import io.gaussferry.opengauss.definition.KeyParts;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Derives the parts of tables that replication leaves out: generated columns, checks and indexes whose meaning on the target only the rows
 * show. Those without a translation are manual work. Accesses no server.
 */
final class TableParts {

    private static final String FULLTEXT = "FULLTEXT";

    private final TargetProfile profile;
    private final int serverVersion;
    private final GuardedTables target;
    private final Map<TableId, Map<String, List<String>>> fullTexts;
    private final List<TablePart> parts = new ArrayList<>();
    private final List<ManualWork> manual = new ArrayList<>();

    /**
     * @param serverVersion of the source, such as 80033
     * @param target the tables of the target
     * @param fullTexts the columns of the source's FULLTEXT indexes, by table and index
     */
    TableParts(
            TargetProfile profile,
            int serverVersion,
            GuardedTables target,
            Map<TableId, Map<String, List<String>>> fullTexts) {
        this.profile = profile;
        this.serverVersion = serverVersion;
        this.target = target;
        this.fullTexts = fullTexts;
    }

    /** Returns whether a table has generated columns, checks, or indexes that are not created with it. */
    static boolean mayHaveParts(TableDefinition table) {
        return !table.extras().checks().isEmpty()
                || !table.extras().otherIndexes().isEmpty()
                || table.columns().stream()
                        .anyMatch(column -> table.extras().column(column.name()).generation() != null)
                || table.indexes().stream().anyMatch(index -> !KeyParts.isCertain(table, index));
    }

    /** Derives the parts of these tables. Those of merged tables are manual work. */
    TableParts add(List<TableDefinition> tables) {
        Map<TableId, Integer> sources = new HashMap<>();
        tables.forEach(table -> sources.merge(table.targetId(), 1, Integer::sum));
        for (TableDefinition table : tables) {
            if (target.columns(table.targetId()).isEmpty()) {
                continue;
            }
            String reason = sources.getOrDefault(table.targetId(), 0) > 1 ? "several tables are merged into one" : "";
            addGenerated(table, reason);
            addChecks(table, reason);
            addIndexes(table, reason);
            addOtherIndexes(table, reason);
        }
        return this;
    }

    /** Returns the parts that the target can have, in the order of their tables and columns. */
    List<TablePart> parts() {
        return List.copyOf(parts);
    }

    /** Returns the parts that need manual work. */
    List<ManualWork> manual() {
        return List.copyOf(manual);
    }

    private TableExpressions expressions(TableDefinition table) {
        return new TableExpressions(table, profile, serverVersion);
    }

    private void addGenerated(TableDefinition table, String reason) {
        Map<String, String> types = new HashMap<>();
        target.columns(table.targetId()).forEach((name, column) -> types.put(name, column.type()));
        for (ComputedColumn column : ComputedColumns.of(table, types, profile, serverVersion, reason)) {
            if (column.isPossible()) {
                parts.add(new GeneratedColumn(table.targetId(), column));
            } else {
                manual.add(generatedByHand(
                        table.targetId() + "." + column.name(), column.obstacle(), column.generation()));
            }
        }
    }

    static ManualWork generatedByHand(String name, String reason, String generation) {
        return new ManualWork(
                ManualWork.GENERATED_COLUMN,
                name,
                "it stays a plain column on the target, because " + reason
                        + ": create a trigger there, or set it in the application",
                generation);
    }

    private void addChecks(TableDefinition table, String reason) {
        Set<String> constraints = target.constraints(table.targetId());
        for (CheckDefinition check : table.extras().checks()) {
            boolean exists = TargetNames.candidates(TargetNames.shortened(check.name())).stream()
                    .anyMatch(constraints::contains);
            if (!check.enforced() || exists) {
                continue;
            }
            String obstacle = reason;
            if (obstacle.isEmpty()) {
                TableExpression condition = expressions(table).translate(check.clause(), Purpose.QUERY);
                if (condition instanceof Written written) {
                    parts.add(new CheckCondition(table.targetId(), check.name(), check.clause(), written.condition()));
                    continue;
                }
                obstacle = condition instanceof Uncertain uncertain ? uncertain.reason() : "";
            }
            manual.add(checkByHand(table.targetId() + "." + check.name(), obstacle, check.clause()));
        }
    }

    static ManualWork checkByHand(String name, String reason, String clause) {
        return new ManualWork(
                "check", name, "the target does not get it, because " + reason + ": add an equal one there", clause);
    }

    private void addIndexes(TableDefinition table, String reason) {
        for (IndexDefinition index : table.indexes()) {
            if (KeyParts.isCertain(table, index)) {
                continue;
            }
            Purpose purpose = index.unique() ? Purpose.QUERY : Purpose.SEARCH;
            List<String> reasons = new ArrayList<>(reason.isEmpty() ? List.of() : List.of(reason));
            Optional<String> columns = KeyParts.translate(table, index, profile, expression -> {
                TableExpression translated = expressions(table).translate(expression, purpose);
                if (translated instanceof Written written) {
                    return Optional.of(written.isJson() ? written.value() : written.sql());
                }
                reasons.add(((Uncertain) translated).reason());
                return Optional.empty();
            });
            String definition = index.parts().stream()
                    .map(part -> part.expression() == null
                            ? part.column() < 0
                                    ? "?"
                                    : table.columns().get(part.column()).name()
                            : "(" + part.expression() + ")")
                    .collect(Collectors.joining(", "));
            if (columns.isPresent() && reasons.isEmpty()) {
                add(table, index.name(), definition, index.unique() ? "UNIQUE INDEX" : "INDEX", columns.get());
            } else {
                manual.add(indexByHand(
                        table.targetId() + "." + index.name(),
                        reasons.isEmpty() ? "MySQL does not show its expression" : reasons.get(0),
                        definition));
            }
        }
    }

    private void add(TableDefinition table, String index, String definition, String form, String columns) {
        parts.add(new PreparedIndex(
                table.targetId(),
                index,
                definition,
                TargetNames.shortened(table.targetId().name() + "_" + index),
                form,
                columns));
    }

    static ManualWork indexByHand(String name, String reason, String definition) {
        return new ManualWork(
                "index", name, "the target does not get it, because " + reason + ": create one there", definition);
    }

    private void addOtherIndexes(TableDefinition table, String reason) {
        new TreeMap<>(table.extras().otherIndexes()).forEach((index, kind) -> {
            List<String> columns = fullTexts.getOrDefault(table.id(), Map.of()).getOrDefault(index, List.of());
            boolean possible = kind.equals(FULLTEXT) && TargetTypes.isDolphin(profile) && !columns.isEmpty();
            if (possible && reason.isEmpty()) {
                add(
                        table,
                        index,
                        kind + " (" + String.join(", ", columns) + ")",
                        "FULLTEXT INDEX",
                        columns.stream().map(Identifiers::quoteTarget).collect(Collectors.joining(", ")));
            } else {
                manual.add(indexByHand(
                        table.targetId() + "." + index,
                        reason.isEmpty() ? "it has no " + kind + " index" : reason,
                        kind));
            }
        });
    }
}
