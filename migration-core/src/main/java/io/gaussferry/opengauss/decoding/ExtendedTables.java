package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import java.util.Map;
import java.util.Set;

/**
 * What is known of the target's tables, by their names, since the moment of arming.
 *
 * @param altered tables that were altered since, and that MySQL has with the same definition, whose earlier rows may lack columns, or have narrower types
 * @param from for tables that were created since: changes that were committed before this position are in MySQL
 * @param oids the OID that each had then, or when MySQL got it; empty if an earlier version armed reverse replication
 */
public record ExtendedTables(Set<TableId> altered, Map<TableId, Long> from, Map<TableId, Long> oids) {

    /** There are none. */
    public static final ExtendedTables NONE = new ExtendedTables(Set.of(), Map.of(), Map.of());

    public ExtendedTables {
        altered = Set.copyOf(altered);
        from = Map.copyOf(from);
        oids = Map.copyOf(oids);
    }
}
