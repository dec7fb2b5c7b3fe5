package io.gaussferry.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link PartitionKey} that belong to one partition, as MySQL prints them.
 *
 * @param from the lowest value; null for none
 * @param below the exclusive upper bound; null for none
 * @param listed the listed values; null for a range
 * @param withNull whether NULL belongs to the partition
 */
public record PartitionValues(
        @Nullable String from,
        @Nullable String below,
        @Nullable List<String> listed,
        boolean withNull) {

    private static final String LARGEST = "MAXVALUE";

    public PartitionValues {
        listed = listed == null ? null : List.copyOf(listed);
    }

    /** Returns the values of a partition by its name; empty if it does not exist or one of its bounds is unknown. */
    public static Optional<PartitionValues> of(Partitioning partitioning, String name) {
        List<Partitioning.Partition> partitions = partitioning.partitions();
        for (int i = 0; i < partitions.size(); i++) {
            if (partitions.get(i).name().equalsIgnoreCase(name)) {
                return partitioning.isByRange()
                        ? range(partitions, i)
                        : list(partitions.get(i).bound());
            }
        }
        return Optional.empty();
    }

    /** Returns the values of a range partition. The first one includes NULL, which sorts before all values. */
    private static Optional<PartitionValues> range(List<Partitioning.Partition> partitions, int at) {
        String high = partitions.get(at).bound();
        String low = at == 0 ? null : partitions.get(at - 1).bound();
        if (high == null || (at > 0 && low == null)) {
            return Optional.empty();
        }
        return Optional.of(new PartitionValues(low, high.equals(LARGEST) ? null : high, null, at == 0));
    }

    private static Optional<PartitionValues> list(@Nullable String bound) {
        if (bound == null) {
            return Optional.empty();
        }
        List<String> values = new ArrayList<>();
        boolean withNull = false;
        for (String value : List.of(bound.split(",", -1))) {
            if (value.strip().equals("NULL")) {
                withNull = true;
            } else {
                values.add(value.strip());
            }
        }
        return Optional.of(new PartitionValues(null, null, values, withNull));
    }
}
