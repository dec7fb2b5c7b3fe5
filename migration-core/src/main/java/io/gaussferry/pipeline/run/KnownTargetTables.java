package io.gaussferry.pipeline.run;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The target's tables as one run has read them, for the run after a statement that the target has followed: nothing else has changed between the
 * two. To read thousands of tables from the target's catalogs again would delay replay for seconds. Immutable.
 */
public final class KnownTargetTables {

    /** No table is known: all are read from the target's catalogs. */
    public static final KnownTargetTables NONE = new KnownTargetTables(Map.of());

    private final Map<TableId, Known> tables;

    private record Known(TableDefinition source, TargetTable target) {}

    private KnownTargetTables(Map<TableId, Known> tables) {
        this.tables = tables;
    }

    /** @param target the target's tables by their names on the source */
    static KnownTargetTables of(Collection<TableDefinition> source, Map<TableId, TargetTable> target) {
        Map<TableId, Known> tables = new HashMap<>();
        source.forEach(definition -> {
            TargetTable found = target.get(definition.id());
            if (found != null) {
                tables.put(definition.id(), new Known(definition, found));
            }
        });
        return new KnownTargetTables(tables);
    }

    /** Returns the target's table of a source table; empty if it has to be read. */
    Optional<TargetTable> find(TableDefinition source) {
        Known known = tables.get(source.id());
        return known != null && known.source().equals(source) ? Optional.of(known.target()) : Optional.empty();
    }

    /** Returns these tables without the ones that a statement has changed, by their names on the source. */
    public KnownTargetTables without(Set<TableId> changed) {
        Map<TableId, Known> unchanged = new HashMap<>(tables);
        unchanged.keySet().removeAll(changed);
        return new KnownTargetTables(unchanged);
    }
}
