package io.gaussferry.testing;

import io.gaussferry.convert.Columns;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Builds source tables from MySQL declarations, in the order of a CREATE TABLE statement. */
public final class TableBuilder {

    private static final String UTF8 = "utf8mb4";

    private final TableId id;
    private TableId targetId;
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final Map<String, ColumnAttributes> attributes = new HashMap<>();
    private final List<IndexDefinition> indexes = new ArrayList<>();
    private final List<ForeignKeyDefinition> foreignKeys = new ArrayList<>();
    private final List<CheckDefinition> checks = new ArrayList<>();
    private @Nullable Partitioning partitioning;

    private TableBuilder(TableId id) {
        this.id = id;
        this.targetId = id;
    }

    /** Starts a table in database {@code shop}. */
    public static TableBuilder table(String name) {
        return table(new TableId("shop", name));
    }

    /** Starts a table. */
    public static TableBuilder table(TableId id) {
        return new TableBuilder(id);
    }

    /** Adds a column that is NOT NULL, such as {@code varchar(20)}; character columns have utf8mb4. */
    public TableBuilder column(String name, String declaration) {
        columns.add(Columns.notNull(name, parsed(declaration)));
        return this;
    }

    /** Adds a column that may be NULL. */
    public TableBuilder nullable(String name, String declaration) {
        columns.add(parsed(declaration).withName(name));
        return this;
    }

    /** Adds a column that is NOT NULL and has a collation. */
    public TableBuilder collated(String name, String declaration, String collation) {
        column(name, declaration);
        attributes.put(name, ColumnAttributes.NONE.withCollation(collation));
        return this;
    }

    /** Adds a generated column that may be NULL. */
    public TableBuilder generated(String name, String declaration, String expression) {
        nullable(name, declaration);
        attributes.put(name, new ColumnAttributes(null, false, false, false, expression, false, "", null));
        return this;
    }

    /** Adds an AUTO_INCREMENT column. */
    public TableBuilder autoIncrement(String name, String declaration) {
        column(name, declaration);
        attributes.put(name, new ColumnAttributes(null, false, false, true, null, false, "", null));
        return this;
    }

    private static ColumnDefinition parsed(String declaration) {
        boolean isText = declaration.matches("(?:char|varchar|(?:tiny|medium|long)?text|enum|set)\\b.*");
        return Columns.column(declaration, isText ? UTF8 : null);
    }

    /** Adds the primary key. */
    public TableBuilder primary(String... names) {
        return index("PRIMARY", true, names);
    }

    /** Adds a unique index. */
    public TableBuilder unique(String index, String... names) {
        return index(index, true, names);
    }

    /** Adds an index. A name may be followed by a prefix length, such as {@code name(10)}, and by {@code DESC}. */
    public TableBuilder index(String index, boolean unique, String... names) {
        indexes.add(new IndexDefinition(
                index, unique, Arrays.stream(names).map(this::part).toList()));
        return this;
    }

    private IndexDefinition.Part part(String text) {
        boolean descending = text.endsWith(" DESC");
        String part = text.replace(" DESC", "");
        int bracket = part.indexOf('(');
        int prefix = bracket < 0 ? 0 : Integer.parseInt(part.substring(bracket + 1, part.length() - 1));
        String name = bracket < 0 ? part : part.substring(0, bracket);
        int column = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).name().equals(name))
                .findFirst()
                .orElseThrow();
        return new IndexDefinition.Part(column, prefix, descending);
    }

    /** Adds a foreign key of one column to a column {@code id} of another table of the same database. */
    public TableBuilder refers(String column, String parent, String onUpdate, String onDelete) {
        return foreignKey(
                "fk_" + column, List.of(column), new TableId(id.schema(), parent), List.of("id"), onUpdate, onDelete);
    }

    /** Adds a foreign key. */
    public TableBuilder foreignKey(
            String name,
            List<String> names,
            TableId parent,
            List<String> referenced,
            String onUpdate,
            String onDelete) {
        foreignKeys.add(new ForeignKeyDefinition(name, names, parent, referenced, onUpdate, onDelete));
        return this;
    }

    /** Adds an enforced check. */
    public TableBuilder check(String name, String clause) {
        checks.add(new CheckDefinition(name, clause, true));
        return this;
    }

    /** Partitions the table. Each partition is written as {@code name=bound}; without a bound it has none. */
    public TableBuilder partitioned(String method, String expression, String... partitions) {
        List<Partitioning.Partition> list = new ArrayList<>();
        for (String partition : partitions) {
            String[] parts = partition.split("=", 2);
            list.add(new Partitioning.Partition(parts[0], parts.length == 2 ? parts[1] : null));
        }
        partitioning = new Partitioning(method, expression, list, true);
        return this;
    }

    /** Gives the table another name on the target. */
    public TableBuilder onTarget(TableId name) {
        targetId = name;
        return this;
    }

    /** Returns the table. */
    public TableDefinition build() {
        return new TableDefinition(
                id,
                targetId,
                columns,
                indexes,
                new TableExtras("", null, partitioning, attributes, checks, foreignKeys, Map.of()));
    }
}
