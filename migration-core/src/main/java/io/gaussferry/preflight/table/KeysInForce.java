package io.gaussferry.preflight.table;

import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Selects the source's foreign keys that a start checks: all of them before the copy, afterwards those of the definitions in force. A later key of the
 * source comes with its own statement, which replay follows or holds.
 *
 * @param copied whether there are such definitions
 * @param definitions those definitions, by their names at the source
 * @param quarantined the tables whose changes are skipped
 */
public record KeysInForce(boolean copied, Map<TableId, TableDefinition> definitions, Set<TableId> quarantined) {

    /** All keys that the source has. */
    public static final KeysInForce ALL = new KeysInForce(false, Map.of(), Set.of());

    public KeysInForce {
        definitions = Map.copyOf(definitions);
        quarantined = Set.copyOf(quarantined);
    }

    /** Reads those of a pipeline whose copy is complete. Joins the connection's transaction. */
    public static KeysInForce read(Connection target, String pipeline) throws SQLException {
        Map<TableId, TableDefinition> definitions = new HashMap<>();
        new TableHistory(pipeline)
                .read(target)
                .forEach((table, text) -> definitions.put(table, DefinitionText.read(table, text)));
        return new KeysInForce(true, definitions, new FailureStore(pipeline).quarantined(target));
    }

    /**
     * Returns whether a key of the source matters now.
     *
     * @param child the table that refers
     * @param parent the table that it refers to
     */
    boolean has(TableId child, TableId parent) {
        if (quarantined.contains(child)) {
            return false;
        }
        if (!copied) {
            return true;
        }
        TableDefinition table = definitions.get(child);
        // earlier versions kept no foreign keys
        return table != null
                && (table.extras().collation() == null
                        || table.extras().foreignKeys().stream()
                                .filter(ForeignKeyDefinition::cascades)
                                .anyMatch(key -> key.referenced().equals(parent)));
    }
}
