package io.gaussferry.snapshot.range;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * How a partitioned table of the source is read by its key so that MySQL skips no partition. MySQL skips those in which a row of such
 * a key does not belong, but a row may lie there anyway: after {@code EXCHANGE PARTITION … WITHOUT VALIDATION}, for example.
 *
 * <p>The optimizer compares partitions with the constants of a condition before it reads a derived table of one row, and chooses index
 * ranges after it has. So bounds depend on such a table: the index is used, and every partition is read. Measured on MySQL 5.7.22, 8.0.33
 * and 9.7.4, which do so alike. The storage engine compares partitions too, but only for a key whose columns all have one value: see
 * {@link KeySearch}. The reasons are in {@code docs/adr/0014-rows-in-other-partitions.md}.
 */
final class AllPartitions {

    private static final String ONE_ROW = "(SELECT 1 AS gaussferry_one LIMIT 1) AS gaussferry_row";

    private AllPartitions() {}

    /** Returns the part of a query behind {@code FROM}. Conditions may use {@link #bound} in it. */
    static String from(TableId table) {
        return ONE_ROW + " STRAIGHT_JOIN " + Identifiers.quoteSource(table);
    }

    /** Returns a value of a key to compare its column with. */
    static String bound(TableDefinition table, ColumnDefinition column, String text) {
        return "IF(gaussferry_row.gaussferry_one, " + typed(table, column, text) + ", NULL)";
    }

    /** Inside of IF a literal does not take the type of the column with which it is compared. */
    private static String typed(TableDefinition table, ColumnDefinition column, String text) {
        String literal = KeyLiterals.source(column, text);
        return switch (column.type()) {
            case DATE -> "CAST(" + literal + " AS DATE)";
            case TIME -> "CAST(" + literal + " AS TIME(6))";
            case DATETIME, TIMESTAMP -> "CAST(" + literal + " AS DATETIME(6))";
            case CHAR, VARCHAR ->
                "CONVERT(" + literal + " USING " + column.characterSet() + ")"
                        + collate(table.extras().column(column.name()).collation());
            default -> literal;
        };
    }

    private static String collate(@Nullable String collation) {
        return collation == null ? "" : " COLLATE " + collation;
    }
}
