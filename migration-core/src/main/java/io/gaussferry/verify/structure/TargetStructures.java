package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All tables of some schemas as described by the target's catalogs at one moment.
 *
 * @param tables the tables by name
 * @param foreignKeys foreign keys of these tables, or that reference them
 */
record TargetStructures(Map<TableId, TargetStructure> tables, List<Key> foreignKeys) {

    /**
     * A foreign key.
     *
     * @param definition its columns and actions
     * @param enforced false if its trigger or constraint is disabled, so that it has no effect
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
