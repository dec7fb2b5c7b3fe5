package io.gaussferry.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a source table is divided into partitions.
 *
 * @param method as {@code information_schema.partitions.partition_method} has it: {@code RANGE}, {@code LIST}, {@code RANGE COLUMNS},
 *     {@code LIST COLUMNS}, {@code HASH}, {@code KEY}, {@code LINEAR HASH} or {@code LINEAR KEY}
 * @param expression what is divided, in MySQL's words: an expression, or columns with commas between them
 * @param partitions the partitions in order
 * @param placed whether each row is known to be in the partition that its values name. It may be elsewhere after
 *     {@code EXCHANGE PARTITION … WITHOUT VALIDATION} or {@code IMPORT TABLESPACE}
 */
public record Partitioning(String method, String expression, List<Partition> partitions, boolean placed) {

    /**
     * A partition.
     *
     * @param name its name
     * @param bound the value below which it ends, or the values that it holds, as
     *     {@code information_schema.partitions.partition_description} has them; null where there is none, or none that is known
     */
    public record Partition(String name, @Nullable String bound) {}

    public Partitioning {
        partitions = List.copyOf(partitions);
    }

    /** Returns the same with other partitions. */
    public Partitioning with(List<Partition> others) {
        return new Partitioning(method, expression, others, placed);
    }

    /** Returns the same with another knowledge of its rows. */
    public Partitioning placed(boolean known) {
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
