package io.gaussferry.pipeline.run;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;

/** Checks that the configuration still maps copied tables to their names on the target. */
final class TargetNamesGuard {

    private TargetNamesGuard() {}

    /** @param migrated the tables as they were copied */
    static void require(Collection<TableDefinition> migrated, TableRenames renames) {
        for (TableDefinition table : migrated) {
            TableId now = renames.targetOf(table.id());
            if (!now.equals(table.targetId())) {
                throw new GaussferryException(
                        ErrorCode.TABLE_SELECTION_CHANGED,
                        "gaussferry.source.rename maps table " + table.id() + " to table " + now
                                + " of the target, but this migration has copied it as " + table.targetId() + ".",
                        "restore the former rules; or start a new migration with another gaussferry.pipeline",
                        null);
            }
        }
    }
}
