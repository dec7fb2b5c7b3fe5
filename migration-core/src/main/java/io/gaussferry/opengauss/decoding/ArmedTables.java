package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import java.util.Map;
import java.util.Set;

/**
 * The target's tables of the moment of arming, by their names, and how they have been changed since.
 *
 * @param altered tables that were altered since, and that MySQL has with the same definition, whose earlier rows may lack columns, or have narrower types
 * @param from for tables that were created since: changes that were committed before this position are in MySQL
 * @param oids the OID of each table then, or when MySQL got it; empty if an earlier version armed reverse replication
 */
public record ArmedTables(Set<TableId> altered, Map<TableId, Long> from, Map<TableId, Long> oids) {

    /** There are none. */
    public static final ArmedTables NONE = new ArmedTables(Set.of(), Map.of(), Map.of());

    public ArmedTables {
        altered = Set.copyOf(altered);
        from = Map.copyOf(from);
        oids = Map.copyOf(oids);
    }
}
