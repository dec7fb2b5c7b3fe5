package io.gaussferry.apply;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TargetTable;
import java.util.Map;

/**
 * What appliers know of the target's tables.
 *
 * @param tables what the target has for each source table
 * @param foreignKeys those that the target enforces
 * @param quarantine the tables whose changes are passed over
 */
public record TargetTables(Map<TableId, TargetTable> tables, ForeignKeys foreignKeys, Quarantine quarantine) {

    public TargetTables {
        tables = Map.copyOf(tables);
    }
}
