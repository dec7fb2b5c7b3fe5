package io.gaussferry.mysql.catalog;

import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.PartitionKey;
import io.gaussferry.schema.PartitionValues;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds queries that find rows in a partition other than their values determine. They need SELECT and read each partition once.
 */
public final class MisplacedRows {

    private static final Pattern CONSTANT =
            Pattern.compile("-?\\d{1,20}|'\\d{4}-\\d{2}-\\d{2}(?: \\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,6})?)?'");

    private MisplacedRows() {}

    /**
     * Returns for each partition the query, without its {@code SELECT 1 FROM}, that finds a misplaced row.
     *
     * @return empty for a table without a {@link PartitionKey}, or with an unknown bound
     */
    public static Optional<List<String>> queries(TableDefinition table) {
        Partitioning partitioning = table.extras().partitioning();
        PartitionKey key = PartitionKey.of(table).orElse(null);
        if (partitioning == null || key == null) {
            return Optional.empty();
        }
        String column = Identifiers.quoteSource(key.column().name());
        String value = key.function().isEmpty() ? column : key.function() + "(" + column + ")";
        List<String> queries = new ArrayList<>();
        for (Partitioning.Partition partition : partitioning.partitions()) {
            Optional<String> belongs =
                    PartitionValues.of(partitioning, partition.name()).flatMap(values -> belongs(value, values));
            if (belongs.isEmpty()) {
                return Optional.empty();
            }
            // given a condition on the value itself, MySQL would prune the partition
            queries.add(Identifiers.quoteSource(table.id()) + " PARTITION ("
                    + Identifiers.quoteSource(partition.name()) + ") WHERE CASE WHEN " + belongs.get()
                    + " THEN 0 ELSE 1 END = 1 LIMIT 1");
        }
        return Optional.of(queries);
    }

    /** Returns the condition that a value belongs to a partition; empty if a bound is not a constant. */
    private static Optional<String> belongs(String value, PartitionValues values) {
        List<String> listed = values.listed();
        List<@Nullable String> constants = new ArrayList<>(listed == null ? List.of() : listed);
        constants.add(values.from());
        constants.add(values.below());
        if (constants.stream()
                .anyMatch(constant ->
                        constant != null && !CONSTANT.matcher(constant).matches())) {
            return Optional.empty();
        }
        List<String> conditions = new ArrayList<>();
        if (listed != null && !listed.isEmpty()) {
            conditions.add(value + " IN (" + String.join(", ", listed) + ")");
        } else if (listed == null) {
            List<String> bounds = new ArrayList<>(List.of(value + " IS NOT NULL"));
            if (values.from() != null) {
                bounds.add(value + " >= " + values.from());
            }
            if (values.below() != null) {
                bounds.add(value + " < " + values.below());
            }
            conditions.add("(" + String.join(" AND ", bounds) + ")");
        }
        if (values.withNull()) {
            conditions.add(value + " IS NULL");
        }
        return Optional.of(String.join(" OR ", conditions));
    }
}
