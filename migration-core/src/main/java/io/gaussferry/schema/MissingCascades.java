package io.gaussferry.schema;

import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Foreign keys of the source whose actions the target does not repeat, indexed by the tables whose changes trigger them. If a
 * server does not log the effects of such a key, the triggering change must not be replicated. All names are the source's.
 * Immutable.
 */
public final class MissingCascades {

    /** No such keys. */
    public static final MissingCascades NONE = new MissingCascades();

    /**
     * A key.
     *
     * @param child the table whose rows it changes
     * @param definition the key
     */
    public record Cascade(TableId child, ForeignKeyDefinition definition) {

        @Override
        public String toString() {
            return "foreign key " + definition.name() + " of table " + child + " to " + definition.referenced() + ", "
                    + definition.actions();
        }
    }

    private final Map<TableId, Set<Cascade>> byDelete = new TreeMap<>();
    private final Map<TableId, Set<Cascade>> byUpdate = new TreeMap<>();

    private MissingCascades() {}

    /**
     * Finds the tables whose changes trigger the keys, directly or through keys that the target repeats.
     *
     * @param definitions all replicated tables
     * @param keys the keys that the target does not repeat
     */
    public static MissingCascades of(Collection<TableDefinition> definitions, Collection<Cascade> keys) {
        MissingCascades result = new MissingCascades();
        for (Cascade key : keys) {
            Set<TableId> seen = new HashSet<>();
            Deque<TableId> reached = new ArrayDeque<>();
            result.add(key, key.definition());
            reached.add(key.definition().referenced());
            while (!reached.isEmpty()) {
                TableId table = reached.remove();
                if (seen.add(table)) {
                    result.addAbove(table, key, definitions, reached);
                }
            }
        }
        return result;
    }

    private void addAbove(TableId table, Cascade key, Collection<TableDefinition> definitions, Deque<TableId> reached) {
        for (TableDefinition definition : definitions) {
            if (!definition.id().equals(table)) {
                continue;
            }
            for (ForeignKeyDefinition above : definition.extras().foreignKeys()) {
                if (above.cascades()) {
                    add(key, above);
                    reached.add(above.referenced());
                }
            }
        }
    }

    /** Adds the changes of a key's parent that trigger another key. */
    private void add(Cascade key, ForeignKeyDefinition by) {
        if (ForeignKeyDefinition.changesChild(by.onDelete())) {
            byDelete.computeIfAbsent(by.referenced(), table -> new LinkedHashSet<>())
                    .add(key);
        }
        if (ForeignKeyDefinition.changesChild(by.onUpdate())) {
            byUpdate.computeIfAbsent(by.referenced(), table -> new LinkedHashSet<>())
                    .add(key);
        }
    }

    /** Returns whether there are none. */
    public boolean isEmpty() {
        return byDelete.isEmpty() && byUpdate.isEmpty();
    }

    /** Returns the keys that a change of the table's rows can trigger. */
    public Set<Cascade> triggeredBy(TableId table, RowOperation operation) {
        return switch (operation) {
            case INSERT -> Set.of();
            case UPDATE -> byUpdate.getOrDefault(table, Set.of());
            case DELETE -> byDelete.getOrDefault(table, Set.of());
        };
    }
}
