package io.gaussferry.schema;

import io.gaussferry.schema.TableDefinitionFormat.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a table's extras as lines of {@link TableDefinitionFormat}: {@code extras} with its comment and collation,
 * {@code attributes} for each column that has any, {@code expression} for a part of an index, {@code check}, {@code other} for an
 * index of another kind, {@code partitioning}, and {@code partition} for each partition.
 */
final class TableExtrasFormat {

    private final TableDefinition table;
    private final StringBuilder text = new StringBuilder();

    TableExtrasFormat(TableDefinition table) {
        this.table = table;
    }

    /** Returns the lines, each starting with a line feed. */
    String write() {
        TableExtras extras = table.extras();
        text.append("\nextras");
        put("comment", extras.comment());
        put("collation", extras.collation());
        new TreeMap<>(extras.columns()).forEach(this::writeAttributes);
        table.indexes().forEach(this::writeExpressions);
        for (CheckDefinition check : extras.checks()) {
            text.append("\ncheck");
            put("name", check.name());
            put("clause", check.clause());
            put("enforced", check.enforced());
        }
        new TreeMap<>(extras.otherIndexes()).forEach((name, kind) -> {
            text.append("\nother");
            put("name", name);
            put("kind", kind);
        });
        Partitioning partitioning = extras.partitioning();
        if (partitioning != null) {
            text.append("\npartitioning");
            put("method", partitioning.method());
            put("expression", partitioning.expression());
            put("placed", partitioning.placed());
            for (Partitioning.Partition partition : partitioning.partitions()) {
                text.append("\npartition");
                put("name", partition.name());
                put("bound", partition.bound());
            }
        }
        return text.toString();
    }

    private void writeAttributes(String column, ColumnAttributes attributes) {
        text.append("\nattributes");
        put("name", column);
        put("default", attributes.defaultText());
        put("expression", attributes.defaultIsExpression());
        put("onUpdate", attributes.onUpdateCurrentTimestamp());
        put("autoIncrement", attributes.autoIncrement());
        put("generation", attributes.generation());
        put("invisible", attributes.invisible());
        put("comment", attributes.comment());
        put("collation", attributes.collation());
    }

    private void writeExpressions(IndexDefinition index) {
        for (int part = 0; part < index.parts().size(); part++) {
            String expression = index.parts().get(part).expression();
            if (expression != null) {
                text.append("\nexpression");
                put("index", index.name());
                put("part", part);
                put("text", expression);
            }
        }
    }

    private void put(String name, @Nullable Object value) {
        if (value != null) {
            TableDefinitionFormat.put(text, name, value);
        }
    }

    /**
     * Collects the parsed lines. A definition without a line {@code extras} was written by an earlier version and has no extras.
     */
    static final class Reader {
        private String comment = "";
        private @Nullable String collation;
        private @Nullable Partitioning partitioning;
        private final Map<String, ColumnAttributes> columns = new HashMap<>();
        private final List<Line> expressions = new ArrayList<>();
        private final List<CheckDefinition> checks = new ArrayList<>();
        private final Map<String, String> otherIndexes = new HashMap<>();

        /** Adds a line with the lines that belong to it; skips unknown keywords. */
        void take(Line line, List<Line> owned) {
            switch (line.word()) {
                case "extras" -> {
                    comment = line.text("comment");
                    collation = line.values().get("collation");
                }
                case "attributes" -> columns.put(line.text("name"), attributes(line));
                case "expression" -> expressions.add(line);
                case "check" ->
                    checks.add(new CheckDefinition(line.text("name"), line.text("clause"), line.flag("enforced")));
                case "other" -> otherIndexes.put(line.text("name"), line.text("kind"));
                case "partitioning" ->
                    partitioning = new Partitioning(
                            line.text("method"),
                            line.text("expression"),
                            owned.stream()
                                    .filter(each -> each.word().equals("partition"))
                                    .map(each -> new Partitioning.Partition(
                                            each.text("name"), each.values().get("bound")))
                                    .toList(),
                            // absent in definitions of earlier versions
                            Boolean.parseBoolean(line.values().get("placed")));
                default -> {}
            }
        }

        private static ColumnAttributes attributes(Line line) {
            return new ColumnAttributes(
                    line.values().get("default"),
                    line.flag("expression"),
                    line.flag("onUpdate"),
                    line.flag("autoIncrement"),
                    line.values().get("generation"),
                    line.flag("invisible"),
                    line.text("comment"),
                    line.values().get("collation"));
        }

        /** Returns the table with the collected extras. */
        TableDefinition complete(TableDefinition table, List<ForeignKeyDefinition> foreignKeys) {
            List<IndexDefinition> indexes = new ArrayList<>(table.indexes());
            for (Line line : expressions) {
                indexes.replaceAll(index -> index.name().equals(line.text("index"))
                        ? withExpression(index, (int) line.number("part"), line.text("text"))
                        : index);
            }
            return new TableDefinition(
                    table.id(),
                    table.targetId(),
                    table.columns(),
                    indexes,
                    new TableExtras(comment, collation, partitioning, columns, checks, foreignKeys, otherIndexes));
        }

        private static IndexDefinition withExpression(IndexDefinition index, int number, String expression) {
            List<IndexDefinition.Part> parts = new ArrayList<>(index.parts());
            IndexDefinition.Part part = parts.get(number);
            parts.set(
                    number,
                    new IndexDefinition.Part(part.column(), part.prefixLength(), part.descending(), expression));
            return new IndexDefinition(index.name(), index.unique(), parts);
        }
    }
}
