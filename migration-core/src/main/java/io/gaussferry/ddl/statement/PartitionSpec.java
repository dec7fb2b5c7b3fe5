package io.gaussferry.ddl.statement;

import io.gaussferry.schema.Partitioning.Partition;
import java.util.List;

/**
 * {@code PARTITION BY}.
 *
 * @param method as {@code information_schema} names it, such as {@code RANGE COLUMNS}
 * @param expression what is divided, as {@code information_schema} has it
 * @param count the number of partitions that have no names; 0 where none is given
 * @param partitions the partitions with names
 */
public record PartitionSpec(String method, String expression, int count, List<Partition> partitions) {

    public PartitionSpec {
        partitions = List.copyOf(partitions);
    }
}
