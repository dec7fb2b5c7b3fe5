package io.gaussferry.objects.prove;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Definitions of tables in another database, with only the foreign keys among these tables. */
final class RelocatedTables {

    private RelocatedTables() {}

    /** Returns the definitions in a database, in the order of the originals. */
    static List<TableDefinition> in(String database, Collection<TableDefinition> originals) {
        Set<TableId> names = originals.stream().map(TableDefinition::id).collect(Collectors.toSet());
        return originals.stream().map(table -> in(database, table, names)).toList();
    }

    private static TableDefinition in(String database, TableDefinition table, Set<TableId> tables) {
        TableId name = new TableId(database, table.id().name());
        List<ForeignKeyDefinition> keys = table.extras().foreignKeys().stream()
                .filter(key -> tables.contains(key.referenced()))
                .map(key -> new ForeignKeyDefinition(
                        key.name(),
                        key.columns(),
                        new TableId(database, key.referenced().name()),
                        key.referencedColumns(),
                        key.onUpdate(),
                        key.onDelete()))
                .toList();
        return new TableDefinition(name, name, table.columns(), table.indexes(), table.extras()).withForeignKeys(keys);
    }
}
