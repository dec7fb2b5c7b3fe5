package io.gaussferry.verify.read;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.snapshot.range.KeyLiterals;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.KeySearch;
import io.gaussferry.type.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table on both sides, and how each is read. Immutable, thread-safe.
 *
 * @param definition the source's definition; where several tables are merged, that of the first one, which represents the others
 * @param sources the names of these tables at the source
 * @param target the target's table
 * @param codecs convert the source's values to the target's
 * @param forms canonical forms in which values are compared
 * @param key indexes of the columns that identify a row on both sides; empty if there is no such key and rows are compared as a multiset
 * @param order the leading columns that define the ranges
 */
public record ComparedTable(
        TableDefinition definition,
        List<TableId> sources,
        TargetTable target,
        List<ValueCodec> codecs,
        List<ValueForm> forms,
        int[] key,
        KeyOrder order) {

    /** @param tables the source's tables; several are compared as the union of their rows */
    public static ComparedTable of(List<TableDefinition> tables, TargetTable target, Conversion conversion) {
        TableDefinition definition = tables.get(0);
        List<ValueCodec> codecs = new ArrayList<>();
        List<ValueForm> forms = new ArrayList<>();
        int[] key = definition.rowKey().map(IndexDefinition::parts).orElse(List.of()).stream()
                .mapToInt(IndexDefinition.Part::column)
                .toArray();
        for (int i = 0; i < definition.columns().size(); i++) {
            ColumnDefinition column = definition.columns().get(i);
            int index = i;
            codecs.add(conversion.copyCodec(definition.id(), column));
            ValueForm form = ValueForm.of(column, target.columns().get(i).type());
            forms.add(IntStream.of(key).anyMatch(part -> part == index) ? form.inKey() : form);
        }
        boolean found = IntStream.of(key).allMatch(column -> {
            ColumnDefinition keyColumn = definition.columns().get(column);
            return ColumnType.of(keyColumn)
                    .isFoundByTargetValue(
                            conversion.target(), conversion.rules().forColumn(definition.id(), keyColumn));
        });
        KeyOrder order = KeyOrder.of(definition, target, conversion.rules());
        return new ComparedTable(
                definition,
                tables.stream().map(TableDefinition::id).toList(),
                target,
                codecs,
                forms,
                found ? key : new int[0],
                tables.stream().anyMatch(TableDefinition::isPartitioned) ? order.acrossPartitions() : order);
    }

    /** Returns the indexes of the columns that MySQL computes. On the target they are plain columns. */
    public int[] generatedColumns() {
        return IntStream.range(0, columnCount())
                .filter(column -> definition.extras().column(columnName(column)).generation() != null)
                .toArray();
    }

    /**
     * Returns this table without its generated columns, for the comparison of a target that is written to: applications do not name these
     * columns, and only MySQL computes them. If the key contains one of them, rows are compared as a multiset.
     */
    public ComparedTable withoutGeneratedColumns() {
        int[] generated = generatedColumns();
        if (generated.length == 0) {
            return this;
        }
        List<ValueForm> compared = new ArrayList<>(forms);
        for (int column : generated) {
            compared.set(column, ValueForm.LEFT_OUT);
        }
        boolean isInKey = IntStream.of(key).anyMatch(column -> compared.get(column) == ValueForm.LEFT_OUT)
                || order.columns().stream().anyMatch(column -> compared.get(column) == ValueForm.LEFT_OUT);
        return new ComparedTable(
                definition,
                sources,
                target,
                codecs,
                compared,
                isInKey ? new int[0] : key,
                isInKey ? order.asOneRange() : order);
    }

    /** Returns whether MySQL may have stored another value than the target has, although the target is the side that is written to. */
    public boolean mayStoreOtherwise() {
        return forms.stream().anyMatch(ValueForm::isStoredOtherwise);
    }

    /** Returns the row that MySQL stores if it receives a row of the target. */
    public Row asStored(Row row) {
        Row stored = new Row(columnCount());
        for (int i = 0; i < columnCount(); i++) {
            String text = row.text(i);
            if (text == null) {
                stored.appendNull();
            } else {
                stored.append(forms.get(i).asStored(text));
            }
        }
        return stored;
    }

    /** Returns the reported name: the source's or, where several tables are merged, the target's. */
    public TableId id() {
        return sources.size() == 1 ? definition.id() : target.id();
    }

    public boolean hasKey() {
        return key.length > 0;
    }

    public int columnCount() {
        return forms.size();
    }

    public String columnName(int column) {
        return definition.columns().get(column).name();
    }

    /** Returns whether one of the source's tables is partitioned. */
    boolean isPartitioned() {
        return order.isAcrossPartitions();
    }

    /** Returns the query for the source's rows of a range, in all partitions. */
    String sourceQuery(KeyRange range) {
        String condition = order.sourceCondition(range);
        return ofSources(table -> "SELECT " + selected() + " FROM " + order.from(table) + " WHERE " + condition);
    }

    /** Returns the query for the source's rows that match a condition. */
    String sourceQuery(String condition) {
        return ofSources(
                table -> "SELECT " + selected() + " FROM " + Identifiers.quoteSource(table) + " WHERE " + condition);
    }

    /** Returns the query for the source's rows with these keys by index. Each key is only searched in the partition to which it belongs. */
    String partitionQuery(List<List<String>> keys) {
        String condition = sourceCondition(keys);
        return ofSources(
                table -> "SELECT " + selected() + " FROM " + Identifiers.quoteSource(table) + " WHERE " + condition);
    }

    /** Returns the query for the source's rows with these keys, in all partitions. */
    String searchQuery(List<List<String>> keys) {
        KeySearch search = new KeySearch(definition, key);
        return ofSources(table -> search.query(selected(), table, keys));
    }

    private String ofSources(Function<TableId, String> query) {
        return sources.stream().map(query).collect(Collectors.joining(" UNION ALL "));
    }

    private String selected() {
        return IntStream.range(0, columnCount())
                .mapToObj(i -> forms.get(i) == ValueForm.LEFT_OUT
                        ? "NULL"
                        : codecs.get(i).selectExpression(Identifiers.quoteSource(columnName(i))))
                .collect(Collectors.joining(", "));
    }

    /** Returns the query for the target's rows that match a condition. */
    String targetQuery(String condition) {
        return targetQuery("", condition);
    }

    /** Returns the query for the target's rows that match a condition, with two further columns that locate each row. */
    String locatedQuery(String condition) {
        return targetQuery(", tableoid, ctid", condition);
    }

    private String targetQuery(String furtherColumns, String condition) {
        return "SELECT "
                + IntStream.range(0, columnCount())
                        .mapToObj(i -> forms.get(i).targetExpression(targetName(i)))
                        .collect(Collectors.joining(", "))
                + furtherColumns + " FROM " + Identifiers.quoteTarget(target.id()) + " WHERE " + condition;
    }

    public String targetName(int column) {
        return Identifiers.quoteTarget(target.columns().get(column).name());
    }

    /** Returns a condition for the source's rows with these keys. */
    public String sourceCondition(List<List<String>> keys) {
        return sourceCondition(keys, this::columnName);
    }

    /**
     * Returns a condition for the rows of a table of the source that refer to rows with these keys.
     *
     * @param name of the column of that table for a key column of this table
     */
    public String sourceCondition(List<List<String>> keys, IntFunction<String> name) {
        return condition(
                keys,
                column -> Identifiers.quoteSource(name.apply(column)),
                (column, text) ->
                        ColumnType.of(definition.columns().get(column)).sourceLiteral(text),
                "(",
                key.length > 1);
    }

    /**
     * Returns a condition for many keys as a join with VALUES, which openGauss executes as one index scan. With an IN list it plans each
     * key separately (1,000 keys of two columns: 4 ms with VALUES, 150 ms with the list).
     */
    public String targetLookup(List<List<String>> keys) {
        boolean typed = IntStream.of(key)
                .allMatch(column -> target.columns().get(column).hasArrayType());
        return typed ? targetCondition(keys, "(VALUES ", true) : targetCondition(keys);
    }

    public String targetCondition(List<List<String>> keys) {
        return targetCondition(keys, "(", key.length > 1);
    }

    private String targetCondition(List<List<String>> keys, String opening, boolean inParentheses) {
        return condition(
                keys,
                column -> target.columns().get(column).comparisonExpression(targetName(column)),
                (column, text) -> KeyLiterals.target(
                        definition.columns().get(column), target.columns().get(column), text),
                opening,
                inParentheses);
    }

    private String condition(
            List<List<String>> keys,
            IntFunction<String> name,
            BiFunction<Integer, String, String> literal,
            String opening,
            boolean inParentheses) {
        String names = IntStream.of(key).mapToObj(name).collect(Collectors.joining(", ", "(", ")"));
        return names + " IN " + opening
                + keys.stream()
                        .map(values -> IntStream.range(0, key.length)
                                .mapToObj(i -> literal.apply(key[i], values.get(i)))
                                .collect(Collectors.joining(", ", inParentheses ? "(" : "", inParentheses ? ")" : "")))
                        .collect(Collectors.joining(", "))
                + ")";
    }

    /** Returns the key of a row. */
    public List<String> keyOf(Row row) {
        List<String> values = new ArrayList<>(key.length);
        for (int column : key) {
            values.add(String.valueOf(row.text(column)));
        }
        return values;
    }
}
