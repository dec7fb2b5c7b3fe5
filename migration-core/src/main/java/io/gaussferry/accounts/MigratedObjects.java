package io.gaussferry.accounts;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The tables, views and routines of the migrated databases, with their names on the target. Immutable. */
final class MigratedObjects {

    /** The kind of a migrated object. */
    enum Kind {
        TABLE,
        VIEW
    }

    private final Map<TableId, Kind> relations;
    private final Set<TableId> routines;
    private final TableRenames renames;

    /**
     * @param relations the migrated tables and the views, as named at the source
     * @param routines the names of functions and procedures at the source
     * @param renames their names on the target
     */
    MigratedObjects(Map<TableId, Kind> relations, Set<TableId> routines, TableRenames renames) {
        this.relations = new TreeMap<>(relations);
        this.routines = new TreeSet<>(routines);
        this.renames = renames;
    }

    static MigratedObjects read(Connection source, SourceSettings settings) throws SQLException {
        Map<TableId, Kind> relations = new TreeMap<>();
        Sql.each(
                source,
                row -> {
                    TableId name = new TableId(row.getString(1), row.getString(2));
                    boolean isTable = row.getString(3).equals("BASE TABLE");
                    if (isTable ? settings.includes(name) : settings.includes(name.schema())) {
                        relations.put(name, isTable ? Kind.TABLE : Kind.VIEW);
                    }
                },
                "SELECT table_schema, table_name, table_type FROM information_schema.tables"
                        + " WHERE table_type IN ('BASE TABLE', 'VIEW')");
        Set<TableId> routines = new TreeSet<>();
        Sql.each(
                source,
                row -> {
                    if (settings.includes(row.getString(1))) {
                        routines.add(new TableId(row.getString(1), row.getString(2)));
                    }
                },
                "SELECT routine_schema, routine_name FROM information_schema.routines");
        return new MigratedObjects(relations, routines, settings.renames());
    }

    /** Returns the databases that have migrated tables: only they become schemas. */
    Set<String> databases() {
        return relations.entrySet().stream()
                .filter(relation -> relation.getValue() == Kind.TABLE)
                .map(relation -> relation.getKey().schema())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the kind of a migrated table or view; empty for others. */
    Optional<Kind> kind(TableId relation) {
        return Optional.ofNullable(relations.get(relation));
    }

    boolean hasRoutine(TableId routine) {
        return routines.contains(routine);
    }

    TableId targetOf(TableId name) {
        return renames.targetOf(name);
    }

    /** Returns the schemas in which all migrated tables and views are those of one database. */
    Set<String> ownSchemas(String database) {
        Set<String> schemas = new TreeSet<>();
        Set<String> shared = new TreeSet<>();
        relations
                .keySet()
                .forEach(relation -> (relation.schema().equals(database) ? schemas : shared)
                        .add(targetOf(relation).schema()));
        schemas.removeAll(shared);
        return schemas;
    }

    /** Returns the tables and views of a database, as named at the source. */
    Set<TableId> relations(String database) {
        return relations.keySet().stream()
                .filter(relation -> relation.schema().equals(database))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the routines of a database, as named at the source. */
    Set<TableId> routines(String database) {
        return routines.stream()
                .filter(routine -> routine.schema().equals(database))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns all routines, as named on the target. */
    Set<TableId> targetRoutines() {
        return routines.stream().map(this::targetOf).collect(Collectors.toCollection(TreeSet::new));
    }
}
