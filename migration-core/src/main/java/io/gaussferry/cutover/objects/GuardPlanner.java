package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.guard.ColumnGaps;
import io.gaussferry.opengauss.guard.TableGaps;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnPair;
import io.gaussferry.type.ValueGap;
import io.gaussferry.type.ValueGap.Coverage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans the guards: checks on the target's tables that refuse what MySQL would refuse, while changes are replicated to MySQL. A guard is
 * added without reading the table: its rows come from MySQL. All guards of a table are one object.
 */
final class GuardPlanner {

    private final Connection target;
    private final TargetProfile profile;
    private final boolean enabled;
    private final ColumnGaps columnGaps = new ColumnGaps();

    /** @param enabled whether to create guards; otherwise only the values are listed */
    GuardPlanner(Connection target, TargetProfile profile, boolean enabled) {
        this.target = target;
        this.profile = profile;
        this.enabled = enabled;
    }

    /** @param checks the checks that the target is about to get, by table and name */
    ObjectPlan plan(List<TableDefinition> tables, Set<String> checks) throws SQLException {
        Map<TableId, List<SchemaLimitation>> missingKeys =
                ForeignKeyPlan.of(tables, ForeignKeyPolicy.CREATE, false).limitations().stream()
                        .collect(Collectors.groupingBy(SchemaLimitation::table));
        Map<TableId, Integer> sources = new HashMap<>();
        tables.forEach(table -> sources.merge(table.targetId(), 1, Integer::sum));
        GuardedTables found = GuardedTables.of(target, tables);
        List<ObjectAction> actions = new ArrayList<>();
        List<TargetOnlyValues> values = new ArrayList<>();
        for (TableDefinition table : tables) {
            // a merged table is not replicated to MySQL
            if (sources.getOrDefault(table.targetId(), 0) == 1
                    && !found.columns(table.targetId()).isEmpty()) {
                List<ValueGap> gaps = gaps(table, found, checks, missingKeys.getOrDefault(table.id(), List.of()));
                gaps.forEach(gap -> values.add(new TargetOnlyValues(
                        gap.location(table.targetId()), gap.values(), enabled ? gap.coverage() : Coverage.NONE)));
                List<ValueGap> guarded =
                        gaps.stream().filter(ValueGap::isGuarded).toList();
                if (enabled && !guarded.isEmpty()) {
                    actions.add(action(table.targetId(), guarded, found.constraints(table.targetId())));
                }
            }
        }
        return new ObjectPlan(actions, List.of(), values);
    }

    private List<ValueGap> gaps(
            TableDefinition table, GuardedTables found, Set<String> checks, List<SchemaLimitation> missingKeys) {
        Map<String, GuardedTables.Column> columns = found.columns(table.targetId());
        Set<String> constraints = new HashSet<>(found.constraints(table.targetId()));
        table.extras().checks().stream()
                .map(CheckDefinition::name)
                .filter(check -> checks.contains(table.targetId() + "." + check))
                .map(TargetNames::shortened)
                .forEach(constraints::add);
        List<ValueGap> gaps = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            GuardedTables.Column onTarget = columns.get(column.name());
            boolean isGenerated = table.extras().column(column.name()).generation() != null;
            boolean hasMembers =
                    column.type() == MySqlType.ENUM && constraints.contains(TargetNames.members(table, column.name()));
            if (onTarget != null && !isGenerated && !hasMembers) {
                gaps.addAll(columnGaps.of(new ColumnPair(column, onTarget.type(), onTarget.takesNull(), profile)));
            }
        }
        gaps.addAll(TableGaps.of(table, profile, constraints, missingKeys));
        return NumberedGaps.of(table, gaps, profile);
    }

    private static ObjectAction action(TableId table, List<ValueGap> gaps, Set<String> constraints) {
        Set<String> taken = new HashSet<>(constraints);
        List<String> created = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (ValueGap gap : gaps) {
            String name = TargetNames.candidates(TargetNames.guard(gap.key())).stream()
                    .filter(taken::add)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no free name for a guard of " + table));
            String quoted = Identifiers.quoteTarget(name);
            created.add("ADD CONSTRAINT " + quoted + " CHECK (" + gap.condition() + ") NOT VALID");
            dropped.add("DROP CONSTRAINT IF EXISTS " + quoted);
            refused.add((gap.column().isEmpty() ? gap.reason() : gap.column()) + ": " + gap.values());
        }
        String quoted = Identifiers.quoteTarget(table);
        return new ObjectAction(
                Kind.GUARD,
                table.toString(),
                "guards refuse what MySQL would refuse: " + String.join("; ", refused),
                List.of("ALTER TABLE " + quoted + " " + String.join(", ", created)),
                // the application may have dropped the table or a column
                List.of("ALTER TABLE IF EXISTS " + quoted + " " + String.join(", ", dropped)));
    }
}
