package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.Conversion;
import io.gaussferry.opengauss.definition.PartitionLayout.Part;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.PartitionKey;
import io.gaussferry.schema.PartitionKind;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.Partitioning.Partition;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides how the table that Gaussferry creates for a partitioned table is partitioned. Every row that MySQL can store must
 * have a partition on the target, so a table that is not known to fulfil this is not partitioned.
 *
 * @param layout the partitions on the target; null for none
 * @param difference how they differ from the source's, as a clause; null if they do not
 */
record PartitionDesign(
        @Nullable PartitionLayout layout, @Nullable String difference) {

    private static final String UNPARTITIONED = "the target's table is not partitioned";

    /** The target's maximum for RANGE; LIST has more. */
    private static final int MOST_COLUMNS = 4;

    private static final int LONGEST_NAME = 63;

    private static PartitionDesign without(String reason) {
        return new PartitionDesign(null, UNPARTITIONED + ": " + reason);
    }

    /** Decides about a table. */
    static PartitionDesign of(TableDefinition table, Conversion conversion) {
        Partitioning partitioning = table.extras().partitioning();
        if (partitioning == null) {
            return new PartitionDesign(null, null);
        }
        PartitionKind kind = partitioning.isByRange()
                ? PartitionKind.RANGE
                : partitioning.isByList() ? PartitionKind.LIST : PartitionKind.HASH;
        if (!conversion.partitions().contains(kind)) {
            return new PartitionDesign(null, UNPARTITIONED);
        }
        if (!table.id().equals(table.targetId())) {
            return without("its name differs, so the rows of other tables may be added");
        }
        for (Partition partition : partitioning.partitions()) {
            if (partition.name().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                return without("the name of partition " + partition.name() + " is too long");
            }
        }
        List<PartitionKey> keys = keys(table, partitioning);
        if (keys.isEmpty()) {
            return without("its rows are divided by " + partitioning.method() + " (" + partitioning.expression()
                    + "), for which the target may choose other partitions, or none");
        }
        for (PartitionKey key : keys) {
            if (conversion.rules().targetType(table.id(), key.column()).isPresent()) {
                return without(
                        "a rule chooses the type of column " + key.column().name());
            }
            boolean changesDates =
                    conversion.rules().forColumn(table.id(), key.column()).replacesZeroDates();
            if (key.column().type().isDate() && changesDates) {
                return without(
                        "a rule changes zero dates of column " + key.column().name());
            }
        }
        if (kind == PartitionKind.HASH && keys.size() > 1) {
            return without("its rows are divided by a hash of " + keys.size() + " columns, and the target's takes one");
        }
        return kind == PartitionKind.HASH
                ? hashed(keys.get(0).column(), partitioning)
                : bounded(kind, keys, partitioning);
    }

    /** Returns the keys whose values determine the partition on both sides alike; empty if there are none. */
    private static List<PartitionKey> keys(TableDefinition table, Partitioning partitioning) {
        Optional<PartitionKey> single = PartitionKey.of(table);
        if (single.isPresent()) {
            return partitioning.isByList() && !single.get().function().isEmpty() ? List.of() : List.of(single.get());
        }
        List<ColumnDefinition> columns = columns(table, partitioning);
        boolean isKnown = !columns.isEmpty()
                && columns.size() <= MOST_COLUMNS
                && columns.stream().allMatch(PartitionBound::isShared);
        return isKnown
                ? columns.stream().map(column -> new PartitionKey(column, "")).toList()
                : List.of();
    }

    /** Returns the columns that the expression lists; empty if it is another expression. */
    private static List<ColumnDefinition> columns(TableDefinition table, Partitioning partitioning) {
        String expression = partitioning.expression().strip();
        if (expression.isEmpty()) {
            // KEY () uses the primary key
            return table.indexes().stream()
                    .filter(IndexDefinition::isPrimary)
                    .flatMap(index -> index.parts().stream())
                    .map(part -> table.columns().get(part.column()))
                    .toList();
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        for (String part : expression.split(",", -1)) {
            String name = part.strip().replaceAll("^\\(*`?|`?\\)*$", "");
            Optional<ColumnDefinition> column = table.columns().stream()
                    .filter(other -> other.name().equalsIgnoreCase(name))
                    .findFirst();
            if (column.isEmpty()) {
                return List.of();
            }
            columns.add(column.get());
        }
        return columns;
    }

    /** The target's hash takes one column, and refuses NULL. */
    private static PartitionDesign hashed(ColumnDefinition column, Partitioning partitioning) {
        if (column.nullable()) {
            return without("column " + column.name() + " may be NULL, which has no hash partition there");
        }
        PartitionLayout layout = new PartitionLayout(
                PartitionKind.HASH,
                List.of(column.name()),
                partitioning.partitions().stream()
                        .map(partition -> new Part(partition.name(), List.of()))
                        .toList());
        return new PartitionDesign(
                layout,
                "the target chooses the partition of a row by another hash: queries read the same number of partitions, but"
                        + " a partition has other rows");
    }

    private static PartitionDesign bounded(PartitionKind kind, List<PartitionKey> keys, Partitioning partitioning) {
        List<Part> parts = new ArrayList<>();
        for (Partition partition : partitioning.partitions()) {
            Optional<List<List<String>>> values = values(kind, keys, partition.bound());
            if (values.isEmpty()) {
                return without("partition " + partition.name() + " has "
                        + (kind == PartitionKind.LIST && lists(partition.bound())
                                ? "NULL in its list"
                                : "an unknown bound"));
            }
            parts.add(new Part(partition.name(), values.get()));
        }
        List<String> columns = keys.stream().map(key -> key.column().name()).toList();
        PartitionLayout layout = new PartitionLayout(kind, columns, parts);
        return columns.size() == 1 || layout.takesEveryRow()
                ? new PartitionDesign(layout, null)
                : without("a row that MySQL has outside of the values of " + columns.size() + " columns would have no"
                        + " partition");
    }

    private static boolean lists(@Nullable String bound) {
        return bound != null && bound.toUpperCase(Locale.ROOT).contains("NULL");
    }

    /** Returns the values of a partition; empty if one is unknown. */
    private static Optional<List<List<String>>> values(
            PartitionKind kind, List<PartitionKey> keys, @Nullable String bound) {
        if (bound == null) {
            return Optional.empty();
        }
        List<List<String>> tuples = new ArrayList<>();
        List<String> tuple = new ArrayList<>();
        for (String text : bound.split(",", -1)) {
            String value = text.strip().replaceAll("^\\(|\\)$", "").strip();
            Optional<String> stored = value.equals(PartitionLayout.MAXVALUE)
                    ? Optional.of(value)
                    : PartitionBound.stored(keys.get(tuple.size()), value);
            if (stored.isEmpty()) {
                return Optional.empty();
            }
            tuple.add(stored.get());
            if (tuple.size() == keys.size()) {
                tuples.add(List.copyOf(tuple));
                tuple.clear();
            }
        }
        boolean isComplete = tuple.isEmpty() && (kind == PartitionKind.LIST || tuples.size() == 1);
        return isComplete ? Optional.of(tuples) : Optional.empty();
    }
}
