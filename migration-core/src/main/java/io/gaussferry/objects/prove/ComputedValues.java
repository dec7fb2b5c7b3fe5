package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ComputedColumn;
import io.gaussferry.objects.translate.ComputedColumns;
import io.gaussferry.objects.translate.ComputingTrigger;
import io.gaussferry.opengauss.definition.TargetColumns;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The generated columns of the target's tables during a proof. The target computes them after a cutover only; until then they are ordinary
 * columns. In the transaction of a proof the same triggers compute those whose rows have the values that the target would compute.
 */
final class ComputedValues {

    private static final String HAS_TRIGGER =
            "SELECT 1 FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ? AND t.tgname = '"
                    + ComputingTrigger.NAME + "'";

    private final Connection target;
    private final TargetProfile profile;
    private final int serverVersion;
    private final Map<TableId, List<ComputedColumn>> computed = new LinkedHashMap<>();
    private final Set<String> plain = new TreeSet<>();

    /** @param serverVersion of the source, such as 80033 */
    ComputedValues(Connection target, TargetProfile profile, int serverVersion) {
        this.target = target;
        this.profile = profile;
        this.serverVersion = serverVersion;
    }

    /** Returns whether a column is a generated one. */
    static boolean isGenerated(TableDefinition table, ColumnDefinition column) {
        return table.extras().column(column.name()).generation() != null;
    }

    /** Decides which generated columns of a table the target computes. */
    void prepare(TableDefinition table) throws SQLException {
        Map<String, String> types = new HashMap<>();
        for (ColumnDefinition column : table.columns()) {
            if (isGenerated(table, column)) {
                TargetColumns.find(target, table.targetId(), column.name())
                        .ifPresent(present -> types.put(column.name(), present.type()));
            }
        }
        List<ComputedColumn> kept = new ArrayList<>();
        Set<String> missing = new HashSet<>();
        for (ComputedColumn column : ComputedColumns.of(table, types, profile, serverVersion, "")) {
            if (column.isPossible()
                    && column.reads().stream().noneMatch(missing::contains)
                    && hasComputedValues(table.targetId(), column)) {
                kept.add(column);
            } else {
                missing.add(column.name());
                plain.add(table.id() + "." + column.name());
            }
        }
        if (!kept.isEmpty()) {
            computed.put(table.targetId(), kept);
        }
    }

    /** Returns whether all rows have the value that the target would compute, as PREPARE requires. */
    private boolean hasComputedValues(TableId table, ComputedColumn column) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            for (String setting : ComputingTrigger.settings(TargetTypes.isDolphin(profile))) {
                Sql.execute(target, "SET LOCAL " + setting);
            }
            return Sql.first(
                            target,
                            row -> true,
                            "SELECT 1 FROM " + Identifiers.quoteTarget(table) + " WHERE " + column.difference()
                                    + " LIMIT 1")
                    .isEmpty();
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return false;
        } finally {
            target.rollback(before);
        }
    }

    /** Creates the triggers, after those of the application: openGauss fires triggers in the order of their creation. */
    void create() throws SQLException {
        for (Map.Entry<TableId, List<ComputedColumn>> table : computed.entrySet()) {
            TableId name = table.getKey();
            // after a cutover the table has it
            boolean exists = Sql.first(target, row -> true, HAS_TRIGGER, name.schema(), name.name())
                    .isPresent();
            if (!exists) {
                List<String> assignments = table.getValue().stream()
                        .map(ComputedColumn::assignment)
                        .toList();
                for (String statement : ComputingTrigger.create(name, assignments, profile)) {
                    Sql.execute(target, statement);
                }
            }
        }
    }

    /** Returns whether the target computes a generated column of a table that was prepared. */
    boolean computes(TableDefinition table, ColumnDefinition column) {
        return computed.getOrDefault(table.targetId(), List.of()).stream()
                .anyMatch(one -> one.name().equals(column.name()));
    }

    /** Returns the generated columns that the target does not compute, with their tables. */
    Set<String> plain() {
        return plain;
    }
}
