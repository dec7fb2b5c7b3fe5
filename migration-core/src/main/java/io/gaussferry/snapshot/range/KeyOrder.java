package io.gaussferry.snapshot.range;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leading columns of a table's row key whose order both servers share: integers, DECIMAL, dates, BINARY. A bound on them
 * selects the same rows on both sides.
 *
 * <p>Text is not among them: its order is a collation's, which differs between the servers, and an expression that sorted both
 * sides alike would have no index on either. Nor are FLOAT (not exact as a literal), TIME (the target's may be another type),
 * ENUM (ordered by number or by text), and dates with a rule that replaces some of them. A table whose key begins with such a
 * column, or that has none, is one range.
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

    /** Finds the ordered columns of a table. */
    public static KeyOrder of(TableDefinition table, TargetTable target, RuleBook rules) {
        return new KeyOrder(table, target, leading(table, part -> {
            ColumnDefinition column = table.columns().get(part);
            return isOrdered(column, target.columns().get(part), rules.forColumn(table.id(), column));
        }));
    }

    /**
     * Finds the columns of a table along which the source alone can cut it, text among them: it sorts and compares by the same
     * collation. There is no condition for a target.
     */
    public static KeyOrder ofSource(TableDefinition table) {
        return new KeyOrder(table, null, leading(table, part -> {
            MySqlType type = table.columns().get(part).type();
            return switch (type) {
                case DECIMAL, DATE, DATETIME, TIMESTAMP, TIME, CHAR, VARCHAR -> true;
                default -> KeyComparator.knows(type);
            };
        }));
    }

    /**
     * Finds the columns whose values are compared without asking a server: by {@link KeyComparator}. There is no condition for a
     * target.
     */
    public static KeyOrder ofValues(TableDefinition table) {
        return new KeyOrder(
                table,
                null,
                leading(
                        table,
                        part -> KeyComparator.knows(table.columns().get(part).type())));
    }

    /** Returns the order of all columns of a key that is searched in every partition. There is no condition for a target. */
    static KeyOrder ofKey(TableDefinition table, List<Integer> columns) {
        return new KeyOrder(table, null, List.copyOf(columns), true);
    }

    /** Returns the same order, in conditions for tables that have partitions, whether this one has or not. */
    public KeyOrder acrossPartitions() {
        return new KeyOrder(table, target, columns, true);
    }

    private static List<Integer> leading(TableDefinition table, Predicate<Integer> isOrdered) {
        List<Integer> columns = new ArrayList<>();
        List<IndexDefinition.Part> parts =
                table.rowKey().map(IndexDefinition::parts).orElse(List.of());
        for (IndexDefinition.Part part : parts) {
            // an index with both directions cannot be read in one
            boolean sameDirection = part.descending() == parts.get(0).descending();
            if (!sameDirection || !isOrdered.test(part.column())) {
                break;
            }
            columns.add(part.column());
        }
        return List.copyOf(columns);
    }

    private static boolean isOrdered(ColumnDefinition column, TargetTable.Column target, ConversionRules rules) {
        String type = target.type().toLowerCase(Locale.ROOT);
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL -> isNumber(type);
            case DATE, DATETIME, TIMESTAMP ->
                !rules.replacesZeroDates() && (type.startsWith("date") || type.startsWith("timestamp"));
            case BINARY, VARBINARY -> type.equals("bytea");
            default -> false;
        };
    }

    private static boolean isNumber(String type) {
        return type.startsWith("numeric") || type.contains("int");
    }

    /** Returns the ordered columns' places in the table, from 0, in the key's order; empty if the table is one range. */
    public List<Integer> columns() {
        return columns;
    }

    /** Returns the table. */
    public TableDefinition table() {
        return table;
    }

    /** Returns whether conditions are for tables that have partitions. */
    public boolean isAcrossPartitions() {
        return acrossPartitions;
    }

    /** Returns the part of a query of the source behind {@code FROM}, in which {@link #sourceCondition} holds. */
    public String from(TableId source) {
        return acrossPartitions ? AllPartitions.from(source) : Identifiers.quoteSource(source);
    }

    /** Returns the condition that a key is this one, or comes after it. */
    String notBefore(List<String> key) {
        return sourceBound(key, ">", ">=");
    }

    /**
     * Returns the condition of a range for MySQL, which makes nothing of a row comparison. Written as alternatives, each of them
     * equal in the first columns and unequal in one, it becomes intervals of the whole key, in the key's order: no more entries of the
     * index are read than the range has. Nested ({@code a >= x AND (a > x OR b > y)}) it would be an interval of the first column
     * alone, which may be most of the table.
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

    /** For two columns: {@code (a > x OR (a = x AND b > y))}. */
    private String sourceBound(List<String> bound, String strict, String last) {
        List<String> alternatives = new ArrayList<>();
        String equal = "";
        for (int i = 0; i < bound.size(); i++) {
            ColumnDefinition column = table.columns().get(columns.get(i));
            String name = Identifiers.quoteSource(column.name());
            String value = acrossPartitions
                    ? AllPartitions.bound(table, column, bound.get(i))
                    : KeyLiterals.source(column, bound.get(i));
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
        TargetTable known = Objects.requireNonNull(target, "an order of the source alone");
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
