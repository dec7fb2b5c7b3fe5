package io.gaussferry.opengauss.guard;

import io.gaussferry.opengauss.definition.NecessaryCondition;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.PartitionKey;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import io.gaussferry.type.ValueGap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rows that the target takes and MySQL does not, because of keys, checks and partitions. */
public final class TableGaps {

    private static final String NO_COLUMN = "";
    private static final String LARGEST = "MAXVALUE";

    private TableGaps() {}

    /**
     * Returns the gaps of a table.
     *
     * @param constraints the names of the constraints that the target's table has
     * @param missingKeys foreign keys that the target lacks
     */
    public static List<ValueGap> of(
            TableDefinition table, TargetProfile target, Set<String> constraints, List<SchemaLimitation> missingKeys) {
        List<ValueGap> gaps = new ArrayList<>();
        table.uniqueIndexes().forEach(index -> key(table, index, target).ifPresent(gaps::add));
        for (CheckDefinition check : table.extras().checks()) {
            if (check.enforced() && isMissing(check, constraints)) {
                gaps.add(check(check, table));
            }
        }
        for (SchemaLimitation key : missingKeys) {
            gaps.add(ValueGap.unguarded(
                    NO_COLUMN, key.object(), "rows that refer to no row of the referenced table in MySQL"));
        }
        partitions(table).ifPresent(gaps::add);
        return gaps;
    }

    /** A collation of MySQL treats more strings as equal than the target does. Another unique index would have to read all rows. */
    private static Optional<ValueGap> key(TableDefinition table, IndexDefinition index, TargetProfile target) {
        Set<String> collations = index.parts().stream()
                .filter(part -> part.column() >= 0)
                .map(part -> table.columns().get(part.column()))
                .filter(column -> column.type().isText())
                .map(column -> table.extras().column(column.name()).collation())
                .filter(Objects::nonNull)
                .filter(collation -> isLooser(collation, target))
                .collect(Collectors.toCollection(TreeSet::new));
        return collations.isEmpty()
                ? Optional.empty()
                : Optional.of(ValueGap.unguarded(
                        NO_COLUMN,
                        index.isPrimary() ? "primary key" : "unique key " + index.name(),
                        "keys that are equal in " + String.join(", ", collations)));
    }

    /** Binary collations compare code points; of these, only the newer ones respect trailing blanks. */
    private static boolean isLooser(String collation, TargetProfile target) {
        return !collation.endsWith("_bin")
                || (!StringEquality.respectsTrailingBlanks(collation)
                        && TargetTypes.equality(target, "") == StringEquality.EXACT);
    }

    /** A check is created under one of the candidates of its name. */
    private static boolean isMissing(CheckDefinition check, Set<String> constraints) {
        return TargetNames.candidates(TargetNames.shortened(check.name())).stream()
                .noneMatch(constraints::contains);
    }

    private static ValueGap check(CheckDefinition check, TableDefinition table) {
        String reason = "check " + check.name();
        String values = "rows for which it does not hold: " + check.clause();
        return NecessaryCondition.of(check.clause(), table)
                .map(condition -> ValueGap.partlyGuarded(NO_COLUMN, reason, values, condition))
                .orElseGet(() -> ValueGap.unguarded(NO_COLUMN, reason, values));
    }

    private static Optional<ValueGap> partitions(TableDefinition table) {
        Partitioning partitioning = table.extras().partitioning();
        if (partitioning == null || partitioning.partitions().isEmpty()) {
            return Optional.empty();
        }
        List<Partitioning.Partition> partitions = partitioning.partitions();
        String bound = partitions.get(partitions.size() - 1).bound();
        boolean takesAll = !partitioning.isByList() && !(partitioning.isByRange() && !LARGEST.equals(bound));
        if (takesAll) {
            return Optional.empty();
        }
        String values = "rows that belong to no partition";
        return Optional.of(PartitionKey.of(table)
                .filter(key -> key.column().type().isInteger() && bound != null && partitioning.isByRange())
                .map(key -> ValueGap.guarded(
                        NO_COLUMN,
                        "partitions",
                        values,
                        Identifiers.quoteTarget(key.column().name()) + " < " + bound))
                .orElseGet(() -> ValueGap.unguarded(NO_COLUMN, "partitions", values)));
    }
}
