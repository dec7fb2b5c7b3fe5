package io.gaussferry.snapshot.range;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.KeyOrdering;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leading columns of a table's row key for which both servers have the same order: integers, DECIMAL, dates, BINARY. A bound on them
 * selects the same rows on both sides.
 *
 * <p>Excluded are: strings, because their collations differ between the servers, and an expression with the same order on both sides would
 * have no index on either; FLOAT (inexact as a literal); TIME (the target may use another type); ENUM (ordered by number or by label); and
 * dates with a rule that replaces some of them. A table without a key, or whose key starts with such a column, is a single range.
 */
public final class KeyOrder {

    private final TableDefinition table;
    private final @Nullable TargetTable target;
    private final List<Integer> columns;
    private final boolean acrossPartitions;

    private KeyOrder(TableDefinition table, @Nullable TargetTable target, List<Integer> columns) {
        this(table, target, columns, table.isPartitioned());
    }

    private KeyOrder(
            TableDefinition table, @Nullable TargetTable target, List<Integer> columns, boolean acrossPartitions) {
        this.table = table;
        this.target = target;
        this.columns = columns;
        this.acrossPartitions = acrossPartitions;
    }

    /** Returns the columns whose order both servers share. */
    public static KeyOrder of(TableDefinition table, TargetTable target, RuleBook rules) {
        return new KeyOrder(table, target, leading(table, part -> {
            ColumnDefinition column = table.columns().get(part);
            String targetType = target.columns().get(part).type().toLowerCase(Locale.ROOT);
            return ColumnType.of(column).isOrderedLike(targetType, rules.forColumn(table.id(), column));
        }));
    }

    /**
     * Returns the columns for splitting on the source, including strings: the source sorts and compares with the same collation. Does
     * not support conditions for a target.
     */
    public static KeyOrder ofSource(TableDefinition table) {
        return known(table, KeyOrdering.SOURCE);
    }

    /** Returns the columns whose values {@link KeyComparator} can compare without a server. Does not support conditions for a target. */
    public static KeyOrder ofValues(TableDefinition table) {
        return known(table, KeyOrdering.VALUES);
    }

    private static KeyOrder known(TableDefinition table, KeyOrdering ordering) {
        return new KeyOrder(
                table,
                null,
                leading(
                        table,
                        part -> ColumnType.of(table.columns().get(part))
                                .keyOrdering()
                                .includes(ordering)));
    }

    /** Returns the order of all columns of a key that is searched in every partition. Does not support conditions for a target. */
    static KeyOrder ofKey(TableDefinition table, List<Integer> columns) {
        return new KeyOrder(table, null, List.copyOf(columns), true);
    }

    /** Returns the same order with conditions for partitioned tables, whether or not this table is partitioned. */
    public KeyOrder acrossPartitions() {
        return new KeyOrder(table, target, columns, true);
    }

    /** Returns an order without columns: the whole table is one range. */
    public KeyOrder asOneRange() {
        return new KeyOrder(table, target, List.of(), acrossPartitions);
    }

    private static List<Integer> leading(TableDefinition table, Predicate<Integer> isOrdered) {
        List<Integer> columns = new ArrayList<>();
        List<IndexDefinition.Part> parts =
                table.rowKey().map(IndexDefinition::parts).orElse(List.of());
        for (IndexDefinition.Part part : parts) {
            // an index with both directions cannot be scanned in one direction
            boolean sameDirection = part.descending() == parts.get(0).descending();
            if (!sameDirection || !isOrdered.test(part.column())) {
                break;
            }
            columns.add(part.column());
        }
        return List.copyOf(columns);
    }

    /** Returns the table indexes of the ordered columns, from 0, in key order; empty if the table is a single range. */
    public List<Integer> columns() {
        return columns;
    }

    /** Returns the table. */
    public TableDefinition table() {
        return table;
    }

    /** Returns whether conditions are for partitioned tables. */
    public boolean isAcrossPartitions() {
        return acrossPartitions;
    }

    /** Returns the FROM clause of a source query, without the keyword. {@link #sourceCondition} requires it. */
    public String from(TableId source) {
        return acrossPartitions ? AllPartitions.from(source) : Identifiers.quoteSource(source);
    }

    /** Returns the condition that selects this key and all later ones. */
    String notBefore(List<String> key) {
        return sourceBound(key, ">", ">=");
    }

    /**
     * Returns the condition of a range for MySQL, which does not use an index for row comparisons. A disjunction of terms, each with
     * equality on the first columns and inequality on the next one, becomes intervals of the whole key in key order: only the index
     * entries of the range are read. A nested condition ({@code a >= x AND (a > x OR b > y)}) would be an interval of the first column
     * only, which may be most of the table.
     */
    public String sourceCondition(KeyRange range) {
        List<String> conditions = new ArrayList<>();
        if (!range.after().isEmpty()) {
            conditions.add(sourceBound(range.after(), ">", ">"));
        }
        if (!range.upTo().isEmpty()) {
            conditions.add(sourceBound(range.upTo(), "<", "<="));
        }
        return conditions.isEmpty() ? "1 = 1" : String.join(" AND ", conditions);
    }

    /** Returns for two columns: {@code (a > x OR (a = x AND b > y))}. */
    private String sourceBound(List<String> bound, String strict, String last) {
        List<String> alternatives = new ArrayList<>();
        String equal = "";
        for (int i = 0; i < bound.size(); i++) {
            ColumnDefinition column = table.columns().get(columns.get(i));
            String name = Identifiers.quoteSource(column.name());
            String value = acrossPartitions
                    ? AllPartitions.bound(table, column, bound.get(i))
                    : ColumnType.of(column).sourceLiteral(bound.get(i));
            String unequal = equal + name + " " + (i == bound.size() - 1 ? last : strict) + " " + value;
            alternatives.add(i == 0 ? unequal : "(" + unequal + ")");
            equal += name + " = " + value + " AND ";
        }
        return alternatives.size() == 1 ? alternatives.get(0) : "(" + String.join(" OR ", alternatives) + ")";
    }

    /** Returns the condition of a range for the target. */
    public String targetCondition(KeyRange range) {
        List<String> conditions = new ArrayList<>();
        if (!range.after().isEmpty()) {
            conditions.add(targetBound(range.after(), ">"));
        }
        if (!range.upTo().isEmpty()) {
            conditions.add(targetBound(range.upTo(), "<="));
        }
        return conditions.isEmpty() ? "1 = 1" : String.join(" AND ", conditions);
    }

    private String targetBound(List<String> bound, String comparison) {
        TargetTable known = Objects.requireNonNull(target, "this order supports the source only");
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < bound.size(); i++) {
            int column = columns.get(i);
            names.add(Identifiers.quoteTarget(known.columns().get(column).name()));
            values.add(KeyLiterals.target(
                    table.columns().get(column), known.columns().get(column), bound.get(i)));
        }
        return names.size() == 1
                ? names.get(0) + " " + comparison + " " + values.get(0)
                : "(" + String.join(", ", names) + ") " + comparison + " (" + String.join(", ", values) + ")";
    }
}
