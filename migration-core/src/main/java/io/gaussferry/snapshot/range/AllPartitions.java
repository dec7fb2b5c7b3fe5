package io.gaussferry.snapshot.range;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;

/**
 * Reads a partitioned table of the source by key without partition pruning. MySQL prunes partitions to which a row with such a key does
 * not belong, but the row may be there anyway, for example after {@code EXCHANGE PARTITION … WITHOUT VALIDATION}.
 *
 * <p>The optimizer prunes partitions by the constants of a condition before it reads a derived table of one row, and chooses index ranges
 * afterwards. If the bounds depend on such a derived table, the index is used and every partition is read. Measured on MySQL 5.7.22,
 * 8.0.33 and 9.7.4 with the same result. The storage engine also selects partitions, but only for a key whose columns are all bound to
 * single values: see {@link KeySearch}. {@code docs/internals/adr/0014-rows-in-other-partitions.md} explains the design.
 */
final class AllPartitions {

    private static final String ONE_ROW = "(SELECT 1 AS gaussferry_one LIMIT 1) AS gaussferry_row";

    private AllPartitions() {}

    /** Returns the FROM clause of a query, without the keyword. Its conditions may use {@link #bound}. */
    static String from(TableId table) {
        return ONE_ROW + " STRAIGHT_JOIN " + Identifiers.quoteSource(table);
    }

    /** Returns an expression for a key value to compare with its column. */
    static String bound(TableDefinition table, ColumnDefinition column, String text) {
        ColumnType type = ColumnType.of(column);
        // within IF a literal does not adopt the type of the compared column
        String value = type.compared(
                type.sourceLiteral(text), table.extras().column(column.name()).collation());
        return "IF(gaussferry_row.gaussferry_one, " + value + ", NULL)";
    }
}
