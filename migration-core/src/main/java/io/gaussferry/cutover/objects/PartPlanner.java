package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.cutover.objects.PartOutcomes.Outcome;
import io.gaussferry.cutover.objects.TablePart.CheckCondition;
import io.gaussferry.cutover.objects.TablePart.GeneratedColumn;
import io.gaussferry.cutover.objects.TablePart.PreparedIndex;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.prove.CreatingSession;
import io.gaussferry.objects.translate.ComputedColumns;
import io.gaussferry.objects.translate.ComputingTrigger;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans the parts of tables that replication leaves out, by the outcomes of PREPARE. Before PREPARE all translated parts are planned.
 * Accesses no server.
 */
final class PartPlanner {

    private final TableParts derived;
    private final PartOutcomes outcomes;
    private final TargetProfile profile;

    PartPlanner(TableParts derived, PartOutcomes outcomes, TargetProfile profile) {
        this.derived = derived;
        this.outcomes = outcomes;
        this.profile = profile;
    }

    /** Returns the parts that the target can have. */
    List<TablePart> parts() {
        return derived.parts();
    }

    /** Returns what PREPARE has found out. */
    PartOutcomes outcomes() {
        return outcomes;
    }

    /** Returns the objects to create in OBJECTS, and the parts that need manual work. */
    ObjectPlan plan() {
        List<ObjectAction> actions = new ArrayList<>();
        List<ManualWork> manual = new ArrayList<>(derived.manual());
        Map<TableId, List<GeneratedColumn>> generated = new LinkedHashMap<>();
        Set<String> byHand = new HashSet<>();
        for (TablePart part : derived.parts()) {
            Optional<Outcome> outcome = outcomes.of(part);
            String reason = outcome.map(Outcome::reason).orElse("");
            if (part instanceof GeneratedColumn column) {
                Optional<String> missing = column.column().reads().stream()
                        .filter(read -> byHand.contains(column.table() + "." + read))
                        .findFirst();
                if (missing.isPresent()) {
                    reason = ComputedColumns.readsByHand(missing.get());
                }
                if (reason.isEmpty()) {
                    generated
                            .computeIfAbsent(column.table(), unused -> new ArrayList<>())
                            .add(column);
                } else {
                    byHand.add(column.name());
                    manual.add(TableParts.generatedByHand(column.name(), reason, column.definition()));
                }
            } else if (part instanceof CheckCondition check) {
                if (reason.isEmpty()) {
                    actions.add(action(check));
                } else {
                    manual.add(TableParts.checkByHand(check.name(), reason, check.definition()));
                }
            } else if (!reason.isEmpty()) {
                manual.add(TableParts.indexByHand(part.name(), reason, part.definition()));
            }
        }
        generated.forEach((table, columns) -> actions.add(trigger(table, columns)));
        return new ObjectPlan(actions, manual);
    }

    /** Returns the indexes that PREPARE has to create. */
    List<ObjectAction> missingIndexes() {
        return derived.parts().stream()
                .filter(PreparedIndex.class::isInstance)
                .map(PreparedIndex.class::cast)
                .filter(index -> outcomes.of(index).isEmpty())
                .map(index -> new ObjectAction(
                        Kind.INDEX,
                        index.name(),
                        "index on " + index.definition() + ", created by PREPARE while writers write",
                        List.of(index.sql()),
                        List.of()))
                .toList();
    }

    /** Returns the names of the parts that PREPARE has not compared in their present form. */
    List<String> uncompared() {
        return derived.parts().stream()
                .filter(part -> outcomes.of(part).isEmpty())
                .map(TablePart::name)
                .toList();
    }

    private static ObjectAction action(CheckCondition check) {
        String table = Identifiers.quoteTarget(check.table());
        String name = Identifiers.quoteTarget(TargetNames.shortened(check.check()));
        return new ObjectAction(
                Kind.CHECK,
                check.name(),
                check.definition() + ", NOT VALID: enforced for new rows; PREPARE compares it with the existing ones",
                List.of("ALTER TABLE " + table + " ADD CONSTRAINT " + name + " CHECK (" + check.sql() + ") NOT VALID"),
                List.of("ALTER TABLE IF EXISTS " + table + " DROP CONSTRAINT IF EXISTS " + name));
    }

    private ObjectAction trigger(TableId table, List<GeneratedColumn> columns) {
        List<String> statements = new ArrayList<>(CreatingSession.statements(TargetTypes.isDolphin(profile)));
        statements.addAll(ComputingTrigger.create(
                table, columns.stream().map(GeneratedColumn::sql).toList(), profile));
        return new ObjectAction(
                Kind.GENERATED,
                table.toString(),
                "a trigger computes "
                        + columns.stream().map(column -> column.column().name()).collect(Collectors.joining(", "))
                        + "; PREPARE compares the values in all rows",
                statements,
                ComputingTrigger.remove(table));
    }
}
