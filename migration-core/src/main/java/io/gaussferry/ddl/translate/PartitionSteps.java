package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.evolve.Evolution.Removal;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.PartitionLayout;
import io.gaussferry.opengauss.definition.PartitionLayout.Part;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.PartitionKind;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes the partitions of a target table. Each statement is executed only on a table that has exactly the former
 * partitions: an earlier version, a rule or an operator may have created another one, which stays as it is.
 */
final class PartitionSteps {

    private final Evolution evolution;
    private final TargetSchema old;
    private final TargetSchema now;
    private final TableId table;

    /**
     * @param old the former design, with the new names of the table and its columns
     * @param now the new design
     */
    PartitionSteps(Evolution evolution, TargetSchema old, TargetSchema now) {
        this.evolution = evolution;
        this.old = old;
        this.now = now;
        this.table = now.table().targetId();
    }

    /** Returns the step that drops or truncates the partitions of a removal. */
    static TargetStep removed(Evolution evolution, PartitionLayout layout) {
        TableId table = Objects.requireNonNull(evolution.before()).targetId();
        String action = evolution.before().equals(evolution.after()) ? "TRUNCATE PARTITION " : "DROP PARTITION ";
        List<String> names = evolution.rows().partitions();
        String sql = layout.partitions().stream()
                .map(Part::name)
                .filter(name -> names.stream().anyMatch(name::equalsIgnoreCase))
                // an index that was added by hand may be global
                .map(name ->
                        ObjectStatements.alter(table) + action + ObjectStatements.quoted(name) + " UPDATE GLOBAL INDEX")
                .collect(Collectors.joining("; "));
        return TargetStep.onlyIf(layout.exactlyOf(table), sql);
    }

    /** Returns whether the source changes only the number of a table's hash partitions, which the target cannot. */
    static boolean keepsHash(TableDefinition before, TableDefinition after, Conversion conversion) {
        PartitionLayout from = TargetSchema.of(before, conversion).partitions();
        PartitionLayout to = TargetSchema.of(after, conversion).partitions();
        return from != null
                && to != null
                && from.kind() == PartitionKind.HASH
                && from.hasKeyOf(to)
                && from.partitions().size() != to.partitions().size();
    }

    /** Returns the steps of all other changes, before columns and indexes change. */
    List<TargetStep> steps() {
        PartitionLayout from = old.partitions();
        PartitionLayout to = now.partitions();
        List<TargetStep> steps = new ArrayList<>();
        if (from == null) {
            if (to != null && isDividedAnew()) {
                steps.add(copiedUnless(to));
            }
            return steps;
        }
        if (to == null) {
            steps.add(TargetStep.onlyIf(from.exactlyOf(table), ObjectStatements.alter(table) + "REMOVE PARTITIONING"));
            return steps;
        }
        if (!from.hasKeyOf(to)) {
            steps.add(copiedUnless(to));
        } else if (evolution.rows().removal() == Removal.NONE && from.kind() != PartitionKind.HASH) {
            steps.addAll(changed(from, to));
        }
        if (keyIsRetyped(from)) {
            steps.add(new TargetStep(
                    "SELECT 1",
                    List.of(new Guard(
                            PartitionLayout.anyOf(table),
                            "The target does not change the type of a partitioning column of table "
                                    + now.table().id() + ".",
                            Otherwise.COPY_AGAIN))));
        }
        return steps;
    }

    private boolean isDividedAnew() {
        Partitioning was = old.table().extras().partitioning();
        Partitioning is = Objects.requireNonNull(now.table().extras().partitioning());
        return was == null
                || !was.method().equals(is.method())
                || !was.expression().equals(is.expression());
    }

    private TargetStep copiedUnless(PartitionLayout wanted) {
        return new TargetStep(
                "SELECT 1",
                List.of(new Guard(
                        "SELECT 'other partitions' AS found WHERE NOT EXISTS (" + wanted.exactlyOf(table) + ")",
                        "The target cannot divide the existing table "
                                + now.table().id() + " into partitions.",
                        Otherwise.COPY_AGAIN)));
    }

    private boolean keyIsRetyped(PartitionLayout layout) {
        return layout.columns().stream().anyMatch(column -> !type(old, column).equals(type(now, column)));
    }

    private static String type(TargetSchema design, String column) {
        return design.columns().stream()
                .filter(other -> other.name().equals(column))
                .map(TargetSchema.Column::type)
                .findFirst()
                .orElse("");
    }

    private List<TargetStep> changed(PartitionLayout from, PartitionLayout to) {
        List<Part> before = from.partitions();
        List<Part> after = to.partitions();
        int start = 0;
        while (start < Math.min(before.size(), after.size())
                && before.get(start).equals(after.get(start))) {
            start++;
        }
        int end = 0;
        while (end < Math.min(before.size(), after.size()) - start
                && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        // a new bound divides the partition after it, and without a bound the next partition has its rows
        boolean isNextChanged = before.size() - end == start || after.size() - end == start;
        if (from.kind() == PartitionKind.RANGE && end > 0 && isNextChanged) {
            end--;
        }
        List<Part> replaced = before.subList(start, before.size() - end);
        List<Part> added = after.subList(start, after.size() - end);
        String sql = sql(replaced, added, to);
        return sql == null ? List.of() : List.of(TargetStep.onlyIf(from.exactlyOf(table), sql));
    }

    private @Nullable String sql(List<Part> replaced, List<Part> added, PartitionLayout layout) {
        String alter = ObjectStatements.alter(table);
        if (added.isEmpty()) {
            return null;
        }
        if (replaced.isEmpty()) {
            return added.stream()
                    .map(part -> alter + "ADD " + layout.definition(part))
                    .collect(Collectors.joining("; "));
        }
        return alter + "REORGANIZE PARTITION "
                + replaced.stream()
                        .map(Part::name)
                        .map(ObjectStatements::quoted)
                        .collect(Collectors.joining(", "))
                + " INTO " + layout.definitions(added);
    }
}
