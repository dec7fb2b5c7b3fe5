package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.evolve.Evolution.Rows;
import io.gaussferry.ddl.statement.DefinitionStatement.Rename;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Renames tables in sequence, including the names that MySQL derives from a table's name, and references to the table.
 */
final class TableRenaming {

    private final UnaryOperator<TableId> targetNames;
    private final Map<TableId, Evolution> byName = new LinkedHashMap<>();

    TableRenaming(Collection<TableDefinition> tables, UnaryOperator<TableId> targetNames) {
        this.targetNames = targetNames;
        for (TableDefinition table : tables) {
            byName.put(
                    table.id(),
                    new Evolution(table, table, Definitions.names(table), Definitions.indexNames(table), Rows.KEPT));
        }
    }

    /** Adds an earlier change of a table by the same statement. */
    void take(Evolution evolution) {
        byName.put(Objects.requireNonNull(evolution.after()).id(), evolution);
    }

    /**
     * Renames a table. The table may be unknown, for example as an intermediate name; references to it are renamed
     * anyway.
     */
    void rename(Rename rename) {
        Evolution moved = byName.remove(rename.from());
        byName.replaceAll((id, evolution) -> withReferences(evolution, rename));
        if (moved != null) {
            Evolution own = withReferences(moved, rename);
            byName.put(rename.to(), with(own, renamed(Objects.requireNonNull(own.after()), rename.to())));
        }
    }

    private static Evolution with(Evolution evolution, TableDefinition after) {
        return new Evolution(
                evolution.before(), after, evolution.columnOrigins(), evolution.indexOrigins(), evolution.rows());
    }

    private static Evolution withReferences(Evolution evolution, Rename rename) {
        TableDefinition table = Objects.requireNonNull(evolution.after());
        List<ForeignKeyDefinition> keys = new ArrayList<>();
        for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
            keys.add(
                    key.referenced().equals(rename.from())
                            ? new ForeignKeyDefinition(
                                    key.name(),
                                    key.columns(),
                                    rename.to(),
                                    key.referencedColumns(),
                                    key.onUpdate(),
                                    key.onDelete())
                            : key);
        }
        return keys.equals(table.extras().foreignKeys()) ? evolution : with(evolution, table.withForeignKeys(keys));
    }

    private TableDefinition renamed(TableDefinition table, TableId to) {
        String from = table.id().name();
        TableExtras extras = table.extras();
        List<ForeignKeyDefinition> keys = extras.foreignKeys().stream()
                .map(key -> new ForeignKeyDefinition(
                        derived(key.name(), from, "_ibfk_", to.name()),
                        key.columns(),
                        key.referenced(),
                        key.referencedColumns(),
                        key.onUpdate(),
                        key.onDelete()))
                .toList();
        List<CheckDefinition> checks = extras.checks().stream()
                .map(check -> new CheckDefinition(
                        derived(check.name(), from, "_chk_", to.name()), check.clause(), check.enforced()))
                .toList();
        return new TableDefinition(
                to,
                targetNames.apply(to),
                table.columns(),
                table.indexes(),
                extras.withChecks(checks).withForeignKeys(keys));
    }

    /** Returns a name that MySQL derived from the table's name, adapted to the new name. */
    private static String derived(String name, String table, String infix, String to) {
        String start = (table + infix).toLowerCase(Locale.ROOT);
        boolean given = name.toLowerCase(Locale.ROOT).startsWith(start)
                && name.substring(start.length()).matches("\\d+");
        return given ? to + infix + name.substring(start.length()) : name;
    }

    /** Returns the changed tables. */
    List<Evolution> evolutions() {
        return byName.values().stream()
                .filter(evolution ->
                        !Objects.equals(evolution.before(), evolution.after()) || evolution.rows() != Rows.KEPT)
                .toList();
    }
}
