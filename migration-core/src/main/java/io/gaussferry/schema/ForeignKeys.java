package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The foreign keys that the target enforces between replicated tables, and their consequences for replication. All names are the
 * target's. Immutable.
 */
public final class ForeignKeys {

    /** No foreign keys. */
    public static final ForeignKeys NONE = new ForeignKeys(List.of());

    private final Map<TableId, List<EnforcedForeignKey>> byChild = new HashMap<>();
    private final Map<TableId, List<EnforcedForeignKey>> byParent = new HashMap<>();
    private final Map<TableId, Integer> depths = new HashMap<>();

    /** @param keys all foreign keys that the target enforces */
    public ForeignKeys(Collection<EnforcedForeignKey> keys) {
        for (EnforcedForeignKey key : keys) {
            byChild.computeIfAbsent(key.child(), id -> new ArrayList<>()).add(key);
            byParent.computeIfAbsent(key.parent(), id -> new ArrayList<>()).add(key);
        }
        for (EnforcedForeignKey key : keys) {
            measure(key.child(), new HashSet<>());
            measure(key.parent(), new HashSet<>());
        }
    }

    private int measure(TableId table, Set<TableId> path) {
        Integer known = depths.get(table);
        if (known != null) {
            return known;
        }
        if (!path.add(table)) {
            return 0; // tables with circular references have no order; replaying them row by row still succeeds
        }
        int depth = 0;
        for (EnforcedForeignKey key : ofChild(table)) {
            if (!key.parent().equals(table)) {
                depth = Math.max(depth, 1 + measure(key.parent(), path));
            }
        }
        path.remove(table);
        depths.put(table, depth);
        return depth;
    }

    /** Returns the foreign keys of the table. */
    public List<EnforcedForeignKey> ofChild(TableId table) {
        return byChild.getOrDefault(table, List.of());
    }

    /** Returns the foreign keys that reference the table. */
    public List<EnforcedForeignKey> ofParent(TableId table) {
        return byParent.getOrDefault(table, List.of());
    }

    /** Returns whether one of the keys has the same effect on the same rows as a foreign key of the source. */
    public boolean repeats(TableDefinition child, TableDefinition parent, ForeignKeyDefinition key) {
        return ofChild(child.targetId()).stream().anyMatch(enforced -> enforced.actsLike(child, parent, key));
    }

    /** Returns whether the table refers to another or is referred to by one. */
    public boolean isConnected(TableId table) {
        return byChild.containsKey(table) || byParent.containsKey(table);
    }

    /** Returns the number of tables above this one: a parent's depth is less than its children's, except in a cycle. */
    public int depth(TableId table) {
        return depths.getOrDefault(table, 0);
    }

    /** Returns the tables whose rows a change of this table's rows can change, directly or indirectly. */
    public Set<TableId> reachedByCascade(TableId parent) {
        Set<TableId> reached = new HashSet<>();
        Deque<TableId> open = new ArrayDeque<>(List.of(parent));
        while (!open.isEmpty()) {
            for (EnforcedForeignKey key : ofParent(open.remove())) {
                if (key.cascades() && reached.add(key.child())) {
                    open.add(key.child());
                }
            }
        }
        return reached;
    }

    /** Returns whether a change of another row can change the table's rows without a row event of their own. */
    public boolean isReachedByCascade(TableId child) {
        return ofChild(child).stream().anyMatch(EnforcedForeignKey::cascades);
    }
}
