package io.gaussferry.objects.translate;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of tables, views, columns and routines, as they were defined. MySQL finds columns and routines whatever the case of a name; the
 * target finds a quoted name only in its own case. Immutable.
 */
public final class KnownNames {

    private final Map<TableId, Set<String>> columns = new HashMap<>();
    /** The columns by their names in lower case; those of views have no members. */
    private final Map<TableId, Map<String, MySqlType>> types = new HashMap<>();

    private final Map<TableId, Map<String, ColumnDefinition>> definitions = new HashMap<>();
    /** The collations of strings in columns of tables. */
    private final Map<TableId, Map<String, String>> collations = new HashMap<>();

    private final Map<TableId, List<ForeignKeyDefinition>> foreignKeys = new HashMap<>();
    private final Map<TableId, TableId> relations = new HashMap<>();
    private final Map<TableId, StoredRoutine> functions = new HashMap<>();
    private final Map<TableId, StoredRoutine> procedures = new HashMap<>();
    private final Map<String, Set<String>> spellings = new HashMap<>();
    private final TableRenames renames;
    private final boolean ignoresCase;
    private final Set<String> loadable;

    /**
     * @param tables the replicated tables
     * @param objects the objects of the source
     * @param renames the names on the target
     * @param ignoresCase whether the source finds tables and views whatever the case of a name
     * @param loadable the names of the source's loadable functions, in lower case
     */
    public KnownNames(
            Collection<TableDefinition> tables,
            Collection<SourceObject> objects,
            TableRenames renames,
            boolean ignoresCase,
            Set<String> loadable) {
        this.renames = renames;
        this.ignoresCase = ignoresCase;
        this.loadable = Set.copyOf(loadable);
        for (TableDefinition table : tables) {
            foreignKeys.put(table.id(), table.extras().foreignKeys());
            for (ColumnDefinition column : table.columns()) {
                addType(table.id(), column.name(), column.type());
                String lower = column.name().toLowerCase(Locale.ROOT);
                definitions
                        .computeIfAbsent(table.id(), unused -> new HashMap<>())
                        .put(lower, column);
                String collation = table.extras().column(column.name()).collation();
                if (collation != null) {
                    collations
                            .computeIfAbsent(table.id(), unused -> new HashMap<>())
                            .put(lower, collation);
                }
            }
            addRelation(
                    table.id(),
                    table.targetId(),
                    table.columns().stream().map(ColumnDefinition::name).toList());
        }
        for (SourceObject object : objects) {
            TableId target = renames.targetOf(object.name());
            switch (object.kind()) {
                case VIEW -> {
                    addRelation(
                            object.name(),
                            target,
                            object.columns().stream()
                                    .map(SourceObject.ViewColumn::name)
                                    .toList());
                    object.columns()
                            .forEach(column -> MySqlType.named(column.type())
                                    .ifPresent(type -> addType(object.name(), column.name(), type)));
                }
                case FUNCTION -> functions.put(folded(object.name()), new StoredRoutine(object, target));
                case PROCEDURE -> procedures.put(folded(object.name()), new StoredRoutine(object, target));
                case TRIGGER, EVENT -> {}
            }
        }
    }

    private void addRelation(TableId name, TableId target, List<String> names) {
        relations.put(name, target);
        columns.put(name, new LinkedHashSet<>(names));
        names.forEach(column -> spellings
                .computeIfAbsent(column.toLowerCase(Locale.ROOT), unused -> new LinkedHashSet<>())
                .add(column));
    }

    private void addType(TableId table, String column, MySqlType type) {
        types.computeIfAbsent(table, unused -> new HashMap<>()).put(column.toLowerCase(Locale.ROOT), type);
    }

    /**
     * Returns the types that a column may have.
     *
     * @param tables the tables that the statement names; if none has the column, all tables count
     */
    Set<MySqlType> types(String name, Collection<TableId> tables) {
        return ofColumn(types, name, tables);
    }

    /** Returns the members of a column of type ENUM; empty if several definitions differ. */
    Optional<List<String>> members(String name, Collection<TableId> tables) {
        Set<List<String>> found = definitions(name, tables).stream()
                .map(ColumnDefinition::members)
                .collect(Collectors.toSet());
        return found.size() == 1 ? Optional.of(found.iterator().next()) : Optional.empty();
    }

    /** Returns the definitions that a column of a table may have. */
    Set<ColumnDefinition> definitions(String name, Collection<TableId> tables) {
        return ofColumn(definitions, name, tables);
    }

    /** Returns the collations that a column of a table may have. */
    Set<String> collations(String name, Collection<TableId> tables) {
        return ofColumn(collations, name, tables);
    }

    /** Returns the columns of a table or view in their order; empty if it is not known. */
    List<String> columns(TableId name) {
        return List.copyOf(columns.getOrDefault(relation(name), Set.of()));
    }

    /** Returns the foreign keys of a table whose parents are known. */
    List<ForeignKeyDefinition> foreignKeys(TableId table) {
        return foreignKeys.getOrDefault(relation(table), List.of()).stream()
                .filter(key -> isRelation(key.referenced()))
                .toList();
    }

    /** Returns whether one of some tables has a column. */
    boolean hasColumn(String name, Collection<TableId> tables) {
        return tables.stream()
                .flatMap(table -> columns.getOrDefault(relation(table), Set.of()).stream())
                .anyMatch(name::equalsIgnoreCase);
    }

    private <T> Set<T> ofColumn(Map<TableId, Map<String, T>> values, String name, Collection<TableId> tables) {
        String column = name.toLowerCase(Locale.ROOT);
        Set<T> found = new LinkedHashSet<>();
        tables.forEach(table -> addValue(values, relation(table), column, found));
        if (found.isEmpty()) {
            values.keySet().forEach(table -> addValue(values, table, column, found));
        }
        return found;
    }

    private static <T> void addValue(Map<TableId, Map<String, T>> values, TableId table, String column, Set<T> found) {
        T value = values.getOrDefault(table, Map.of()).get(column);
        if (value != null) {
            found.add(value);
        }
    }

    private static TableId folded(TableId name) {
        return new TableId(name.schema(), name.name().toLowerCase(Locale.ROOT));
    }

    /** Returns the name of a table or view as it was defined; servers that ignore case accept any. */
    public TableId relation(TableId name) {
        if (!ignoresCase || relations.containsKey(name)) {
            return name;
        }
        return relations.keySet().stream()
                .filter(known -> known.schema().equalsIgnoreCase(name.schema())
                        && known.name().equalsIgnoreCase(name.name()))
                .findFirst()
                .orElse(name);
    }

    /** Returns whether a table or view is known, by a name as the source finds it. */
    public boolean isRelation(TableId name) {
        return relations.containsKey(relation(name));
    }

    /** Returns the target's name of a table, view or other object. */
    public TableId target(TableId name) {
        TableId known = relation(name);
        TableId target = relations.get(known);
        return target == null ? renames.targetOf(known) : target;
    }

    private record StoredRoutine(SourceObject object, TableId target) {}

    /** Returns the target's name of a routine. */
    public Optional<TableId> routine(ObjectKind kind, TableId name) {
        return stored(kind, name).map(StoredRoutine::target);
    }

    /** Returns the types to which a caller converts the arguments of a routine; empty for those that remain as they are. */
    List<String> argumentTypes(ObjectKind kind, TableId name) {
        return stored(kind, name)
                .map(routine -> ArgumentTypes.of(routine.object()))
                .orElse(List.of());
    }

    private Optional<StoredRoutine> stored(ObjectKind kind, TableId name) {
        return Optional.ofNullable((kind == ObjectKind.FUNCTION ? functions : procedures).get(folded(name)));
    }

    /** Returns whether a function is a loadable one, whose effects are unknown. */
    public boolean isLoadable(String lowerCaseName) {
        return loadable.contains(lowerCaseName);
    }

    /** Returns whether a table or view has a column of this name, in any case. */
    boolean isColumn(String name) {
        return spellings.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns a column's name as it was defined.
     *
     * @param tables the tables that the statement names, which decide if several definitions differ in case
     */
    String column(String name, Collection<TableId> tables) {
        for (TableId table : tables) {
            for (String column : columns.getOrDefault(relation(table), Set.of())) {
                if (column.equalsIgnoreCase(name)) {
                    return column;
                }
            }
        }
        Set<String> all = spellings.getOrDefault(name.toLowerCase(Locale.ROOT), Set.of());
        return all.size() == 1 ? all.iterator().next() : name;
    }
}
