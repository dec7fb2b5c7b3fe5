package io.gaussferry.ddl.statement;

import io.gaussferry.schema.Partitioning.Partition;
import java.util.List;

/**
 * {@code PARTITION BY}.
 *
 * @param method the method, as {@code information_schema} names it, such as {@code RANGE COLUMNS}
 * @param expression the partitioning expression, as {@code information_schema} prints it
 * @param count the number of unnamed partitions; 0 if not specified
 * @param partitions the named partitions
 */
public record PartitionSpec(String method, String expression, int count, List<Partition> partitions) {

    public PartitionSpec {
        partitions = List.copyOf(partitions);
    }
}
