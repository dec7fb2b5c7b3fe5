package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All tables of some schemas as the target's catalogs have them at one moment.
 *
 * @param tables by their names
 * @param foreignKeys of these tables or to them
 */
record TargetStructures(Map<TableId, TargetStructure> tables, List<Key> foreignKeys) {

    /**
     * A foreign key.
     *
     * @param definition what it demands and does
     * @param enforced whether it is: a disabled trigger or constraint demands and does nothing
     */
    record Key(ForeignKey definition, boolean enforced) {}

    TargetStructures {
        tables = Map.copyOf(tables);
        foreignKeys = List.copyOf(foreignKeys);
    }

    Optional<TargetStructure> find(TableId table) {
        return Optional.ofNullable(tables.get(table));
    }
}
