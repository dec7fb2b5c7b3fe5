package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Selects the source's foreign keys that a start checks: before the copy, all keys; afterwards, the keys in the stored
 * definitions. A key that the source creates later arrives with its own DDL statement, which replication applies or
 * stops at.
 *
 * @param copied whether stored definitions exist
 * @param definitions the stored definitions, by the table's name at the source
 * @param quarantined the tables whose changes are skipped
 */
public record CheckedForeignKeys(boolean copied, Map<TableId, TableDefinition> definitions, Set<TableId> quarantined) {

    /** Selects all keys of the source. */
    public static final CheckedForeignKeys ALL = new CheckedForeignKeys(false, Map.of(), Set.of());

    public CheckedForeignKeys {
        definitions = Map.copyOf(definitions);
        quarantined = Set.copyOf(quarantined);
    }

    /** Reads the selection for a pipeline whose copy is complete. Joins the connection's transaction. */
    public static CheckedForeignKeys read(Connection target, String pipeline) throws SQLException {
        Map<TableId, TableDefinition> definitions = new HashMap<>();
        new TableHistory(pipeline)
                .read(target)
                .forEach((table, text) -> definitions.put(table, TableDefinitionFormat.read(table, text)));
        return new CheckedForeignKeys(true, definitions, new FailureStore(pipeline).quarantined(target));
    }

    /**
     * Returns whether a key of the source must be checked.
     *
     * @param child the referencing table
     * @param parent the referenced table
     */
    boolean has(TableId child, TableId parent) {
        if (quarantined.contains(child)) {
            return false;
        }
        if (!copied) {
            return true;
        }
        TableDefinition table = definitions.get(child);
        // Earlier versions did not store foreign keys.
        return table != null
                && (table.extras().collation() == null
                        || table.extras().foreignKeys().stream()
                                .filter(ForeignKeyDefinition::cascades)
                                .anyMatch(key -> key.referenced().equals(parent)));
    }
}
