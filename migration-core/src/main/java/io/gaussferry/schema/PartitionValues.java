package io.gaussferry.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link PartitionKey} that belong in one partition, as MySQL prints them.
 *
 * @param from the lowest; null for none
 * @param below the first that is too high; null for none
 * @param listed the only ones; null for a range
 * @param withNull whether NULL belongs there
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

    /** Returns those of a partition by its name; empty if there is no such partition, or one of its bounds is not known. */
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

    /** NULL is less than everything. */
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
        for (String text : List.of(bound.split(",", -1))) {
            if (text.strip().equals("NULL")) {
                withNull = true;
            } else {
                values.add(text.strip());
            }
        }
        return Optional.of(new PartitionValues(null, null, values, withNull));
    }
}
