package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.evolve.Evolution.Rows;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.DropTables;
import io.gaussferry.ddl.statement.DefinitionStatement.OptimizeTables;
import io.gaussferry.ddl.statement.DefinitionStatement.Rename;
import io.gaussferry.ddl.statement.DefinitionStatement.RenameTables;
import io.gaussferry.ddl.statement.DefinitionStatement.TruncateTable;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Computes the definitions after a statement from those before it. Skips unknown tables: the caller has ensured that
 * they are irrelevant.
 */
public final class Definitions {

    private final DefinitionSource source;
    private final UnaryOperator<TableId> targetNames;
    private final StatementContext context;
    private final Map<TableId, TableDefinition> current = new LinkedHashMap<>();

    /**
     * Creates an instance for one statement.
     *
     * @param source the definitions before the statement
     * @param targetNames maps a table to its name on the target
     * @param context the state of the session
     */
    public Definitions(DefinitionSource source, UnaryOperator<TableId> targetNames, StatementContext context) {
        this.source = source;
        this.targetNames = targetNames;
        this.context = context;
        source.definitions().forEach(table -> current.put(table.id(), table));
    }

    /**
     * Returns the changes of all tables by a statement, in its order, including tables that only refer to a renamed
     * table.
     *
     * @throws UnknownDefinitionException if the result is uncertain
     */
    public List<Evolution> evolve(DefinitionStatement statement) {
        if (statement instanceof CreateTable create) {
            return create(create);
        }
        if (statement instanceof CreateTableLike like) {
            TableDefinition model = find(like.model())
                    .orElseThrow(() -> new UnknownDefinitionException(
                            "table " + like.model() + ", the model of the new table, is not replicated"));
            return exists(like.table(), like.ifNotExists())
                    ? List.of()
                    : List.of(Evolution.created(
                            TableCreation.like(model, like.table(), targetNames.apply(like.table()), context)));
        }
        if (statement instanceof AlterTable alter) {
            return alter(alter);
        }
        if (statement instanceof DropTables drop) {
            return drop.tables().stream()
                    .flatMap(id -> find(id).stream())
                    .map(Evolution::dropped)
                    .toList();
        }
        if (statement instanceof RenameTables rename) {
            return rename(rename.renames());
        }
        if (statement instanceof TruncateTable truncate) {
            return find(truncate.table()).stream()
                    .map(table -> new Evolution(table, table, names(table), indexNames(table), Rows.REMOVED))
                    .toList();
        }
        if (statement instanceof OptimizeTables optimize) {
            return optimize.tables().stream()
                    .flatMap(id -> find(id).stream())
                    .map(table -> new Evolution(table, table, names(table), indexNames(table), Rows.KEPT))
                    .toList();
        }
        if (statement instanceof DropDatabase drop) {
            return current.values().stream()
                    .filter(table -> table.id().schema().equals(drop.name()))
                    .map(Evolution::dropped)
                    .toList();
        }
        return List.of();
    }

    private Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(current.get(id));
    }

    private boolean exists(TableId id, boolean ifNotExists) {
        if (find(id).isPresent() && !ifNotExists) {
            throw new UnknownDefinitionException("table " + id + " already exists in the known definitions");
        }
        return find(id).isPresent();
    }

    private List<Evolution> create(CreateTable create) {
        if (exists(create.table(), create.ifNotExists())) {
            return List.of();
        }
        boolean hasCharacters = create.options().characters().characterSet() != null
                || create.options().characters().collation() != null;
        String collation = source.collationOf(create.table().schema()).orElse(null);
        if (collation == null && !hasCharacters) {
            throw new UnknownDefinitionException(
                    "the default character set of database " + create.table().schema() + " is unknown");
        }
        return List.of(TableCreation.create(
                create, targetNames.apply(create.table()), collation == null ? "binary" : collation, context));
    }

    private List<Evolution> alter(AlterTable alter) {
        Optional<TableDefinition> before = find(alter.table());
        if (before.isEmpty()) {
            return List.of();
        }
        Evolution own = new TableAlteration(before.get(), alter, context).evolve();
        List<Evolution> all = new ArrayList<>();
        all.add(own);
        all.addAll(renameReferenced(own));
        for (AlterAction action : alter.actions()) {
            if (action instanceof AlterAction.RenameTable rename) {
                return withRenames(all, List.of(new Rename(alter.table(), rename.to())));
            }
        }
        return all;
    }

    /** Renames referenced columns in foreign keys of other tables, which refer to columns by name. */
    private List<Evolution> renameReferenced(Evolution parent) {
        TableDefinition before = java.util.Objects.requireNonNull(parent.before());
        Map<String, String> renamed = new HashMap<>();
        parent.columnOrigins().forEach((newName, oldName) -> {
            if (!newName.equals(oldName)) {
                renamed.put(oldName.toLowerCase(java.util.Locale.ROOT), newName);
            }
        });
        if (renamed.isEmpty()) {
            return List.of();
        }
        List<Evolution> children = new ArrayList<>();
        for (TableDefinition child : current.values()) {
            if (child.id().equals(before.id())) {
                continue;
            }
            List<ForeignKeyDefinition> keys = child.extras().foreignKeys().stream()
                    .map(key -> key.referenced().equals(before.id()) ? withReferenced(key, renamed) : key)
                    .toList();
            if (!keys.equals(child.extras().foreignKeys())) {
                children.add(
                        new Evolution(child, child.withForeignKeys(keys), names(child), indexNames(child), Rows.KEPT));
            }
        }
        return children;
    }

    private static ForeignKeyDefinition withReferenced(ForeignKeyDefinition key, Map<String, String> renamed) {
        return new ForeignKeyDefinition(
                key.name(),
                key.columns(),
                key.referenced(),
                key.referencedColumns().stream()
                        .map(name -> renamed.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), name))
                        .toList(),
                key.onUpdate(),
                key.onDelete());
    }

    private List<Evolution> rename(List<Rename> renames) {
        return withRenames(List.of(), renames);
    }

    /** Returns evolutions followed by renames of tables. */
    private List<Evolution> withRenames(List<Evolution> first, List<Rename> renames) {
        TableRenaming renaming = new TableRenaming(current.values(), targetNames);
        first.forEach(renaming::take);
        renames.forEach(renaming::rename);
        return renaming.evolutions();
    }

    static Map<String, String> names(TableDefinition table) {
        Map<String, String> names = new HashMap<>();
        table.columns().forEach(column -> names.put(column.name(), column.name()));
        return names;
    }

    static Map<String, String> indexNames(@Nullable TableDefinition table) {
        Map<String, String> names = new HashMap<>();
        if (table != null) {
            table.indexes().forEach(index -> names.put(index.name(), index.name()));
        }
        return names;
    }
}
