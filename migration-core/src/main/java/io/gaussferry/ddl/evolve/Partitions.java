package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.AlterAction.AddPartitions;
import io.gaussferry.ddl.statement.AlterAction.CoalescePartitions;
import io.gaussferry.ddl.statement.AlterAction.DropPartitions;
import io.gaussferry.ddl.statement.AlterAction.ReorganizePartitions;
import io.gaussferry.ddl.statement.PartitionSpec;
import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.Partitioning.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The partitions that a table has afterwards. */
final class Partitions {

    private Partitions() {}

    /** Returns what {@code PARTITION BY} makes; null for nothing. */
    static @Nullable Partitioning of(@Nullable PartitionSpec spec, TableDraft table) {
        if (spec == null) {
            return null;
        }
        List<Partition> partitions = new ArrayList<>(spec.partitions());
        int count = Math.max(1, spec.count());
        if (partitions.isEmpty()) {
            addUnnamed(partitions, count);
        }
        // KEY() is by the primary key
        String expression = spec.expression().isEmpty() ? primaryKey(table) : spec.expression();
        // MySQL puts every row into its partition
        return new Partitioning(spec.method(), expression, partitions, true);
    }

    private static String primaryKey(TableDraft table) {
        return table.indexes.stream()
                .filter(DraftIndex::isPrimary)
                .flatMap(index -> index.parts().stream())
                .map(KeyPartSpec::column)
                .map(column -> "`" + column + "`")
                .collect(Collectors.joining(","));
    }

    private static void addUnnamed(List<Partition> partitions, int count) {
        int first = partitions.size();
        for (int i = 0; i < count; i++) {
            partitions.add(new Partition("p" + (first + i), null));
        }
    }

    private static Partitioning require(TableDraft table) {
        Partitioning partitioning = table.partitioning;
        if (partitioning == null) {
            throw new UnknownDefinitionException(
                    "table " + table.id + " has no partitions in the definition that is known here");
        }
        return partitioning;
    }

    /** Rows that come with a file or from another table may lie where their values do not belong. */
    static @Nullable Partitioning unplaced(@Nullable Partitioning partitioning) {
        return partitioning == null ? null : partitioning.withPlacement(false);
    }

    static Partitioning with(TableDraft table, AddPartitions added) {
        Partitioning before = require(table);
        List<Partition> partitions = new ArrayList<>(before.partitions());
        if (added.partitions().isEmpty()) {
            addUnnamed(partitions, added.count());
        }
        partitions.addAll(added.partitions());
        return before.with(partitions);
    }

    static Partitioning without(TableDraft table, DropPartitions dropped) {
        Partitioning before = require(table);
        return before.with(before.partitions().stream()
                .filter(partition -> dropped.names().stream().noneMatch(partition.name()::equalsIgnoreCase))
                .toList());
    }

    static Partitioning coalesced(TableDraft table, CoalescePartitions fewer) {
        Partitioning before = require(table);
        int left = Math.max(1, before.partitions().size() - fewer.count());
        return before.with(before.partitions().subList(0, left));
    }

    /** The new ones stand where the first of the old ones stood. */
    static Partitioning reorganized(TableDraft table, ReorganizePartitions change) {
        Partitioning before = require(table);
        List<Partition> partitions = new ArrayList<>();
        boolean placed = false;
        for (Partition partition : before.partitions()) {
            boolean goes = change.names().stream().anyMatch(partition.name()::equalsIgnoreCase);
            if (!goes) {
                partitions.add(partition);
            } else if (!placed) {
                partitions.addAll(change.into());
                placed = true;
            }
        }
        return before.with(change.into().isEmpty() ? before.partitions() : partitions);
    }
}
