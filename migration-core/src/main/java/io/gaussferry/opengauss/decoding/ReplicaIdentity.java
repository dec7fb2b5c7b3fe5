package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.ReverseMapping;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The content of old rows in the target's log for updates and deletes ({@code REPLICA IDENTITY}). Logging only the key
 * reduces an update's part of the log by a quarter or more, and is the default of a table.
 */
enum ReplicaIdentity {
    /** The primary key. */
    DEFAULT('d', "DEFAULT"),

    /** All values. */
    FULL('f', "FULL");

    /**
     * Maximum width in bytes of a row for which the key suffices. For a wider row, writing all columns costs MySQL more
     * than the target's log saves. The limit must also be less than 2,032: from that size on the server stores values
     * outside of their row (TOAST_TUPLE_THRESHOLD), and does not log such a value when an update leaves it unchanged.
     */
    private static final long MAXIMUM_ROW = 1_000;

    /** Bytes of a value's length and the padding after it. */
    private static final int VALUE_OVERHEAD = 12;

    private final char identity;
    private final String option;

    ReplicaIdentity(char identity, String option) {
        this.identity = identity;
        this.option = option;
    }

    /** Returns {@code pg_class.relreplident}. */
    char identity() {
        return identity;
    }

    /** Returns whether a table's identity logs at least this content. */
    boolean isSatisfiedBy(char other) {
        return other == FULL.identity || other == identity;
    }

    /** Returns the option after {@code REPLICA IDENTITY}. */
    String option() {
        return option;
    }

    /**
     * Returns the required content of a table's old rows. The key suffices if both sides have the same key, no other
     * columns are unique (another row may take over a released value), and each update logs the complete new row.
     * Reverse replication then writes all of its values, including unchanged ones, so each must equal MySQL's value. (A
     * JSON document may have types in MySQL that its textual form does not show; its width is unbounded.)
     *
     * @param conversion conversion of its values for the target
     */
    static ReplicaIdentity of(TableDefinition table, TargetShape shape, Conversion conversion) {
        boolean sameKey = isRowKey(table, shape);
        boolean onlyUniqueKey = table.uniqueIndexes().size() == 1;
        boolean unpartitioned = table.extras().partitioning() == null;
        boolean loggedWhole = maximumRowBytes(table) <= MAXIMUM_ROW;
        boolean keySuffices =
                sameKey && onlyUniqueKey && unpartitioned && loggedWhole && isExact(table, shape, conversion);
        return keySuffices ? DEFAULT : FULL;
    }

    /** Returns whether the primary key of the target is that of MySQL, so that it identifies old rows. */
    static boolean isRowKey(TableDefinition table, TargetShape shape) {
        Optional<IndexDefinition> key = table.rowKey().filter(IndexDefinition::isPrimary);
        return key.isPresent() && columnNames(table, key.get()).equals(shape.primaryKey());
    }

    /**
     * Returns whether all values equal those in MySQL. Excludes FLOAT and DOUBLE, because the target may lose the sign
     * of zero.
     */
    private static boolean isExact(TableDefinition table, TargetShape shape, Conversion conversion) {
        return ReverseMapping.findings(List.of(table), Map.of(table.targetId(), shape), conversion)
                        .isEmpty()
                && table.columns().stream()
                        .noneMatch(column -> column.type() == MySqlType.FLOAT || column.type() == MySqlType.DOUBLE);
    }

    private static Set<String> columnNames(TableDefinition table, IndexDefinition key) {
        return key.parts().stream()
                .map(part -> table.columns().get(part.column()).name())
                .collect(Collectors.toSet());
    }

    private static long maximumRowBytes(TableDefinition table) {
        return table.columns().stream()
                .mapToLong(column ->
                        VALUE_OVERHEAD + ColumnType.of(column).textBytes().orElse(MAXIMUM_ROW))
                .sum();
    }
}
