package io.gaussferry.change;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The tables that a copy beside the replay has, or has had: whose changes replay passes over ({@code
 * docs/adr/0006-copy-beside-replay.md}). Immutable.
 *
 * @param whole all of their changes
 * @param upTo the changes of these transactions, by table: the copied rows have them, or the copy has made them
 */
public record ResnapshottedTables(Set<TableId> whole, Map<TableId, GtidSet> upTo) {

    /** Nothing is passed over. */
    public static final ResnapshottedTables NONE = new ResnapshottedTables(Set.of(), Map.of());

    public ResnapshottedTables {
        whole = Set.copyOf(whole);
        upTo = Map.copyOf(upTo);
    }

    /** Returns these, and tables of which a copy has more. */
    public ResnapshottedTables with(Map<TableId, GtidSet> more) {
        Map<TableId, GtidSet> all = new HashMap<>(upTo);
        more.forEach((table, has) -> all.merge(table, has, (one, other) -> {
            GtidSet both = one.copy();
            both.addAll(other);
            return both;
        }));
        return new ResnapshottedTables(whole, all);
    }

    /** Returns the tables of which only some transactions' changes are passed over, and those of this one are. */
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
     * Returns whether what executed everything up to here may take over the tables of a copy: whether that has made all the
     * changes that were passed over.
     *
     * @param executed what the replay has, with the copied tables' changes passed over
     * @param has what the copy has
     */
    public static boolean mayHandBack(GtidSet executed, GtidSet has) {
        return has.containsAll(executed);
    }
}
