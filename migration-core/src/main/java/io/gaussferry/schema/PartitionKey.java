package io.gaussferry.schema;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The partitioning value of a row if it is an integer or a date: a column, or an order-preserving function of one. Strings are
 * excluded: their order depends on a collation that the target does not have.
 *
 * @param column the column
 * @param function {@code to_days}, {@code year} or {@code unix_timestamp}; empty for the column itself
 */
public record PartitionKey(ColumnDefinition column, String function) {

    private static final Pattern EXPRESSION =
            Pattern.compile("\\(*(?:(to_days|year|unix_timestamp)\\()?\\(*`?([^`()]+)`?\\)*");

    /** Returns the key of a table partitioned by range or list; empty for other tables and other expressions. */
    public static Optional<PartitionKey> of(TableDefinition table) {
        Partitioning partitioning = table.extras().partitioning();
        if (partitioning == null || !(partitioning.isByRange() || partitioning.isByList())) {
            return Optional.empty();
        }
        Matcher expression =
                EXPRESSION.matcher(partitioning.expression().strip().toLowerCase(Locale.ROOT));
        if (!expression.matches()) {
            return Optional.empty();
        }
        String function = expression.group(1) == null ? "" : expression.group(1);
        return table.columns().stream()
                .filter(column ->
                        column.name().equalsIgnoreCase(expression.group(2).strip()))
                .filter(column -> isKnown(column, function))
                .findFirst()
                .map(column -> new PartitionKey(column, function));
    }

    private static boolean isKnown(ColumnDefinition column, String function) {
        if (column.type().isInteger()) {
            return function.isEmpty();
        }
        boolean ofInstant = function.equals("unix_timestamp");
        return column.type() == MySqlType.TIMESTAMP
                ? ofInstant && column.scale() == 0
                : column.type().isDate() && !ofInstant;
    }
}
