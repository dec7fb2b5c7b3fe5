package io.gaussferry.ddl.translate;

import io.gaussferry.opengauss.definition.PartitionBound;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.PartitionKey;
import io.gaussferry.schema.PartitionValues;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Describes the rows of a partition as a condition on a target's table without such partitions. The rows may be in another
 * partition at the source: see {@link Partitioning#placed}.
 */
final class PartitionRows {

    private final Partitioning partitioning;
    private final PartitionKey key;
    private final boolean isInteger;
    private final String name;

    private PartitionRows(Partitioning partitioning, PartitionKey key) {
        this.partitioning = partitioning;
        this.key = key;
        this.isInteger = key.column().type().isInteger();
        this.name = Identifiers.quoteTarget(key.column().name());
    }

    /** Returns the condition that exactly the rows with these partitions' values meet; empty if uncertain. */
    static Optional<String> condition(TableDefinition table, List<String> names) {
        Partitioning partitioning = table.extras().partitioning();
        return partitioning == null
                ? Optional.empty()
                : PartitionKey.of(table).flatMap(key -> new PartitionRows(partitioning, key).condition(names));
    }

    private Optional<String> condition(List<String> names) {
        List<String> conditions = new ArrayList<>();
        for (String wanted : names) {
            Optional<String> condition = PartitionValues.of(partitioning, wanted)
                    .flatMap(values -> values.listed() == null ? range(values) : list(values));
            if (condition.isEmpty()) {
                return Optional.empty();
            }
            conditions.add(condition.get());
        }
        return Optional.of(String.join(" OR ", conditions));
    }

    private Optional<String> range(PartitionValues values) {
        List<String> parts = new ArrayList<>();
        if (values.from() != null) {
            Optional<String> value = value(values.from());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            parts.add(name + " >= " + value.get());
        }
        if (values.below() != null) {
            Optional<String> value = value(values.below());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            parts.add(name + " < " + value.get());
        }
        String condition = parts.isEmpty() ? "TRUE" : String.join(" AND ", parts);
        return Optional.of(values.withNull() ? "(" + condition + " OR " + name + " IS NULL)" : "(" + condition + ")");
    }

    /** Returns a condition on listed values; empty for a function of a date, whose values are not dates. */
    private Optional<String> list(PartitionValues values) {
        List<String> listed = new ArrayList<>();
        for (String text : Objects.requireNonNull(values.listed())) {
            Optional<String> value = value(text);
            if (value.isEmpty() || !key.function().isEmpty()) {
                return Optional.empty();
            }
            listed.add(value.get());
        }
        List<String> conditions = new ArrayList<>();
        if (!listed.isEmpty()) {
            conditions.add(name + " IN (" + String.join(", ", listed) + ")");
        }
        if (values.withNull()) {
            conditions.add(name + " IS NULL");
        }
        return Optional.of("(" + String.join(" OR ", conditions) + ")");
    }

    private Optional<String> value(String bound) {
        return PartitionBound.value(key, bound).map(value -> isInteger ? value : "'" + value + "'");
    }
}
