package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.Expression;
import io.gaussferry.ddl.statement.TableElement.KeyPartSpec;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mutable table definition to which a statement is applied. */
final class TableDraft {

    /** The order of names in the catalog. */
    private static final Comparator<String> BY_NAME = Comparator.comparing(name -> name.toLowerCase(Locale.ROOT));

    TableId id;
    TableId targetId;
    String comment = "";
    String collation;

    @Nullable
    Partitioning partitioning;

    final List<DraftColumn> columns = new ArrayList<>();
    final List<DraftIndex> indexes = new ArrayList<>();
    final Map<String, String> otherIndexes = new HashMap<>();
    final List<CheckDefinition> checks = new ArrayList<>();
    final List<ForeignKeyDefinition> foreignKeys = new ArrayList<>();

    /** Creates an empty table. */
    TableDraft(TableId id, TableId targetId, String collation) {
        this.id = id;
        this.targetId = targetId;
        this.collation = collation;
    }

    /** Creates a draft of an existing table. */
    static TableDraft of(TableDefinition table) {
        TableExtras extras = table.extras();
        if (extras.collation() == null) {
            throw new UnknownDefinitionException("the definition of table " + table.id()
                    + " was stored by an earlier version, without its default collation");
        }
        TableDraft draft = new TableDraft(table.id(), table.targetId(), extras.collation());
        draft.comment = extras.comment();
        draft.partitioning = extras.partitioning();
        for (ColumnDefinition column : table.columns()) {
            draft.columns.add(new DraftColumn(column, extras.column(column.name()), column.name()));
        }
        for (IndexDefinition index : table.indexes()) {
            List<KeyPartSpec> parts = new ArrayList<>();
            for (IndexDefinition.Part part : index.parts()) {
                parts.add(part(table, part));
            }
            boolean supporting = !index.unique()
                    && extras.foreignKeys().stream().anyMatch(key -> key.name().equals(index.name()));
            draft.indexes.add(new DraftIndex(index.name(), index.unique(), parts, index.name(), supporting));
        }
        draft.otherIndexes.putAll(extras.otherIndexes());
        draft.checks.addAll(extras.checks());
        draft.foreignKeys.addAll(extras.foreignKeys());
        return draft;
    }

    private static KeyPartSpec part(TableDefinition table, IndexDefinition.Part part) {
        if (part.column() >= 0) {
            return new KeyPartSpec(
                    table.columns().get(part.column()).name(), part.prefixLength(), part.descending(), null);
        }
        String expression = part.expression();
        return new KeyPartSpec(
                null,
                part.prefixLength(),
                part.descending(),
                expression == null ? null : new Expression(expression, true, Set.of()));
    }

    Optional<DraftColumn> column(String name) {
        return columns.stream().filter(column -> column.isCalled(name)).findFirst();
    }

    DraftColumn requireColumn(String name) {
        return column(name)
                .orElseThrow(() -> new UnknownDefinitionException(
                        "table " + id + " has no column " + name + " in the known definition"));
    }

    void replace(DraftColumn before, DraftColumn after) {
        columns.set(columns.indexOf(before), after);
    }

    boolean hasIndex(String name) {
        return indexes.stream().anyMatch(index -> index.isCalled(name))
                || otherIndexes.keySet().stream().anyMatch(other -> other.equalsIgnoreCase(name));
    }

    /** Returns the definition, with its parts in the order of the catalog. */
    TableDefinition definition() {
        Map<String, ColumnAttributes> attributes = new HashMap<>();
        for (DraftColumn column : columns) {
            if (!column.attributes().equals(ColumnAttributes.NONE)) {
                attributes.put(column.name(), column.attributes());
            }
        }
        List<IndexDefinition> known = new ArrayList<>();
        indexes.forEach(index -> known.add(definition(index)));
        known.sort(Comparator.comparing((IndexDefinition index) -> !index.isPrimary())
                .thenComparing(IndexDefinition::name, BY_NAME));
        List<CheckDefinition> sortedChecks = new ArrayList<>(checks);
        sortedChecks.sort(Comparator.comparing(CheckDefinition::name, BY_NAME));
        List<ForeignKeyDefinition> sortedKeys = new ArrayList<>(foreignKeys);
        sortedKeys.sort(Comparator.comparing(ForeignKeyDefinition::name, BY_NAME));
        return new TableDefinition(
                id,
                targetId,
                columns.stream().map(DraftColumn::definition).toList(),
                known,
                new TableExtras(comment, collation, partitioning, attributes, sortedChecks, sortedKeys, otherIndexes));
    }

    private IndexDefinition definition(DraftIndex index) {
        List<IndexDefinition.Part> parts = new ArrayList<>();
        for (KeyPartSpec part : index.parts()) {
            String column = part.column();
            Expression expression = part.expression();
            parts.add(new IndexDefinition.Part(
                    column == null ? -1 : columns.indexOf(requireColumn(column)),
                    part.length(),
                    part.descending(),
                    expression == null ? null : expression.text()));
        }
        return new IndexDefinition(String.valueOf(index.name()), index.unique(), parts);
    }

    Map<String, String> columnOrigins() {
        Map<String, String> origins = new HashMap<>();
        for (DraftColumn column : columns) {
            String origin = column.origin();
            if (origin != null) {
                origins.put(column.name(), origin);
            }
        }
        return origins;
    }

    Map<String, String> indexOrigins() {
        Map<String, String> origins = new HashMap<>();
        for (DraftIndex index : indexes) {
            String origin = index.origin();
            if (origin != null) {
                origins.put(String.valueOf(index.name()), origin);
            }
        }
        return origins;
    }
}
