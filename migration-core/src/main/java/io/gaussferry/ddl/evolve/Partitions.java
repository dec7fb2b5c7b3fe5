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

/** Computes the partitions of a table after a statement. */
final class Partitions {

    private Partitions() {}

    /** Returns the partitioning of {@code PARTITION BY}; null if there is none. */
    static @Nullable Partitioning of(@Nullable PartitionSpec spec, TableDraft table) {
        if (spec == null) {
            return null;
        }
        List<Partition> partitions = new ArrayList<>(spec.partitions());
        int count = Math.max(1, spec.count());
        if (partitions.isEmpty()) {
            addUnnamed(partitions, count);
        }
        // KEY() uses the primary key.
        String expression = spec.expression().isEmpty() ? primaryKey(table) : spec.expression();
        // MySQL distributes all rows to their partitions.
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
            throw new UnknownDefinitionException("table " + table.id + " has no partitions in the known definition");
        }
        return partitioning;
    }

    /**
     * Marks rows as possibly misplaced: rows from a file or another table may be in the wrong partition for their
     * values.
     */
    static @Nullable Partitioning withoutPlacement(@Nullable Partitioning partitioning) {
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

    /** Replaces partitions by new ones at the position of the first old one. */
    static Partitioning reorganized(TableDraft table, ReorganizePartitions change) {
        Partitioning before = require(table);
        List<Partition> partitions = new ArrayList<>();
        boolean added = false;
        for (Partition partition : before.partitions()) {
            boolean isReplaced = change.names().stream().anyMatch(partition.name()::equalsIgnoreCase);
            if (!isReplaced) {
                partitions.add(partition);
            } else if (!added) {
                partitions.addAll(change.into());
                added = true;
            }
        }
        return before.with(change.into().isEmpty() ? before.partitions() : partitions);
    }
}
