package io.gaussferry.cutover.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.changed.ChangedKeys;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the tables whose rows may have changed without a commit that names them: by the action of a foreign key, such as ON DELETE
 * CASCADE, which most servers do not log. An action needs an update or deletion of a row that the key refers to. Stateless.
 */
final class UntrackedChanges {

    private UntrackedChanges() {}

    /**
     * Returns the tables that foreign keys may have changed.
     *
     * @param tables all replicated tables
     * @param known the changed rows of each table since it was found equal; missing where unknown
     */
    static Set<TableId> byForeignKeys(Collection<TableDefinition> tables, Map<TableId, ChangedKeys> known) {
        Map<TableId, Boolean> replaced = new HashMap<>();
        for (TableDefinition table : tables) {
            ChangedKeys keys = known.get(table.id());
            replaced.put(table.id(), keys == null || keys.hasReplacedRows());
        }
        Set<TableId> changed = new HashSet<>();
        boolean isComplete = false;
        while (!isComplete) {
            isComplete = true;
            for (TableDefinition table : tables) {
                // a referenced table that is not replicated may have changed
                if (!changed.contains(table.id())
                        && table.extras().foreignKeys().stream()
                                .filter(ForeignKeyDefinition::cascades)
                                .anyMatch(key -> replaced.getOrDefault(key.referenced(), true))) {
                    changed.add(table.id());
                    replaced.put(table.id(), true);
                    isComplete = false;
                }
            }
        }
        return changed;
    }
}
