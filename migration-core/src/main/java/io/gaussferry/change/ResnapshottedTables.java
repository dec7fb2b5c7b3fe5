package io.gaussferry.change;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The tables that an incremental snapshot has, or has had: replay skips changes of these tables
 * ({@code docs/internals/adr/0006-copy-while-replicating.md}). Immutable.
 *
 * @param whole tables whose changes are all skipped
 * @param upTo the transactions whose changes are skipped, by table: the copied rows contain them, or the snapshot has
 *     replayed them
 */
public record ResnapshottedTables(Set<TableId> whole, Map<TableId, GtidSet> upTo) {

    /** No change is skipped. */
    public static final ResnapshottedTables NONE = new ResnapshottedTables(Set.of(), Map.of());

    public ResnapshottedTables {
        whole = Set.copyOf(whole);
        upTo = Map.copyOf(upTo);
    }

    /** Returns these tables with additional transactions to skip. */
    public ResnapshottedTables with(Map<TableId, GtidSet> more) {
        Map<TableId, GtidSet> all = new HashMap<>(upTo);
        more.forEach((table, has) -> all.merge(table, has, (one, other) -> {
            GtidSet both = one.copy();
            both.addAll(other);
            return both;
        }));
        return new ResnapshottedTables(whole, all);
    }

    /** Returns the tables of {@link #upTo} in which the given transaction is skipped. */
    public Set<TableId> passedOver(Gtid transaction) {
        if (upTo.isEmpty()) {
            return Set.of();
        }
        Set<TableId> tables = new HashSet<>();
        upTo.forEach((table, has) -> {
            if (has.contains(transaction)) {
                tables.add(table);
            }
        });
        return tables;
    }

    /**
     * Returns whether the replay may take over a snapshot's tables: whether the snapshot has replayed all changes that
     * the replay has skipped.
     *
     * @param executed the replay's transactions
     * @param has the snapshot's transactions
     */
    public static boolean canHandOver(GtidSet executed, GtidSet has) {
        return has.containsAll(executed);
    }
}
