package io.gaussferry.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitioning of a source table.
 *
 * @param method as in {@code information_schema.partitions.partition_method}: {@code RANGE}, {@code LIST}, {@code RANGE COLUMNS},
 *     {@code LIST COLUMNS}, {@code HASH}, {@code KEY}, {@code LINEAR HASH} or {@code LINEAR KEY}
 * @param expression the partitioning expression in MySQL's syntax, or comma-separated columns
 * @param partitions the partitions in order
 * @param placed whether each row is known to be in the partition that its values determine.
 *     {@code EXCHANGE PARTITION … WITHOUT VALIDATION} and {@code IMPORT TABLESPACE} can violate this
 */
public record Partitioning(String method, String expression, List<Partition> partitions, boolean placed) {

    /**
     * A partition.
     *
     * @param name its name
     * @param bound its exclusive upper bound or its listed values, as in
     *     {@code information_schema.partitions.partition_description}; null if there is none or it is unknown
     */
    public record Partition(String name, @Nullable String bound) {}

    public Partitioning {
        partitions = List.copyOf(partitions);
    }

    /** Returns the partitioning with other partitions. */
    public Partitioning with(List<Partition> others) {
        return new Partitioning(method, expression, others, placed);
    }

    /** Returns the partitioning with another {@link #placed}. */
    public Partitioning withPlacement(boolean known) {
        return new Partitioning(method, expression, partitions, known);
    }

    /** Returns whether each partition has a range of values. */
    public boolean isByRange() {
        return method.startsWith("RANGE");
    }

    /** Returns whether each partition has a list of values. */
    public boolean isByList() {
        return method.startsWith("LIST");
    }
}
