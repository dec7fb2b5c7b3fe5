package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import java.util.Map;
import java.util.Set;

/**
 * Tables, by their names on the target, that differ from those of the moment of arming, and that MySQL has with the same
 * definition.
 *
 * @param altered tables whose earlier rows may lack columns, or have narrower types
 * @param from for tables that were created since: changes that were committed before this position are in MySQL
 */
public record ExtendedTables(Set<TableId> altered, Map<TableId, Long> from) {

    /** There are none. */
    public static final ExtendedTables NONE = new ExtendedTables(Set.of(), Map.of());

    public ExtendedTables {
        altered = Set.copyOf(altered);
        from = Map.copyOf(from);
    }
}
