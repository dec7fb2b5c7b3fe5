package io.gaussferry.apply;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.util.Map;
import java.util.Objects;

/**
 * The appliers' information about the target's tables.
 *
 * @param tables the target table of each source table
 * @param foreignKeys foreign keys that the target enforces
 * @param quarantine tables whose changes are skipped
 */
public record AppliedTables(Map<TableId, TargetTable> tables, ForeignKeys foreignKeys, Quarantine quarantine) {

    public AppliedTables {
        tables = Map.copyOf(tables);
    }

    /** Returns which strings the target treats as equal in a column of a source table. */
    public StringEquality equality(TableDefinition table, int column) {
        TargetTable onTarget = Objects.requireNonNull(tables.get(table.id()), "no target table " + table.id());
        return onTarget.columns().get(column).equality();
    }
}
