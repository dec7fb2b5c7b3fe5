package io.gaussferry.snapshot.range;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.KeyOrdering;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds rows of a partitioned table by key in all partitions. For a key whose columns are all bound to single values the storage engine
 * reads only one partition. The search therefore selects the first two rows that do not come before the key, and filters those with the
 * key; two, because two partitions may each contain one. A key with a column whose type has an order other than that of its values (such
 * as ENUM) is searched in the whole table.
 */
public final class KeySearch {

    private static final String FOUND = "gaussferry_found";

    private final TableDefinition table;
    private final List<ColumnDefinition> key;
    private final KeyOrder order;

    /** @param key indexes of the columns of a unique key, in the order of its index */
    public KeySearch(TableDefinition table, int[] key) {
        this.table = table;
        this.key = new ArrayList<>();
        List<Integer> columns = new ArrayList<>();
        for (int column : key) {
            this.key.add(table.columns().get(column));
            columns.add(column);
        }
        this.order = KeyOrder.ofKey(table, columns);
    }

    /**
     * Returns the query for the rows with these keys; it may return other rows too.
     *
     * @param selected the select list
     * @param source the table's name at the source
     */
    public String query(String selected, TableId source, List<List<String>> keys) {
        if (!key.stream()
                .allMatch(column -> ColumnType.of(column).keyOrdering().includes(KeyOrdering.EVERY_PARTITION))) {
            return "SELECT " + selected + " FROM " + Identifiers.quoteSource(source) + " WHERE CASE WHEN "
                    + keys.stream().map(this::equality).collect(Collectors.joining(" OR ")) + " THEN 1 ELSE 0 END = 1";
        }
        return keys.stream().map(values -> one(selected, source, values)).collect(Collectors.joining(" UNION ALL "));
    }

    private String one(String selected, TableId source, List<String> values) {
        String columns = table.columns().stream()
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        String sorted = key.stream()
                .map(column -> Identifiers.quoteSource(column.name()))
                .collect(Collectors.joining(", "));
        return "SELECT " + selected + " FROM (SELECT " + columns + " FROM " + order.from(source) + primary() + " WHERE "
                + order.notBefore(values) + " ORDER BY " + sorted + " LIMIT 2) AS " + FOUND + " WHERE "
                + equality(values);
    }

    /** Any other index may be invisible, and cannot be forced then. */
    private String primary() {
        return table.rowKey().filter(index -> index.name().equals("PRIMARY")).isPresent()
                ? " FORCE INDEX (PRIMARY)"
                : "";
    }

    private String equality(List<String> values) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            parts.add(Identifiers.quoteSource(key.get(i).name()) + " = "
                    + ColumnType.of(key.get(i)).sourceLiteral(values.get(i)));
        }
        return String.join(" AND ", parts);
    }
}
