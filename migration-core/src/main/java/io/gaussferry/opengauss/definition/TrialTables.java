package io.gaussferry.opengauss.definition;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Creates the tables that the target does not have yet, so that objects and statements that name them can be tried before the copy. The
 * caller rolls back the transaction, which removes them.
 */
public final class TrialTables {

    private TrialTables() {}

    /**
     * Creates the missing tables, without rows, indexes other than keys, and foreign keys. A table that the target refuses remains missing.
     *
     * @param target joins its transaction
     * @return the refused tables, each with the reason
     */
    public static Map<TableId, String> create(
            Connection target, Collection<TableDefinition> tables, Conversion conversion) throws SQLException {
        TargetCatalog catalog = new TargetCatalog(target);
        catalog.prefetch(tables);
        List<TableDefinition> sorted = tables.stream()
                .sorted(Comparator.comparing(TableDefinition::id))
                .toList();
        Set<TableId> reserved = new HashSet<>();
        sorted.forEach(table -> reserved.add(table.targetId()));
        TargetTableCreator creator = new TargetTableCreator(target, ForeignKeyPolicy.DEFER, reserved);
        Set<TableId> tried = new HashSet<>();
        Map<TableId, String> refused = new TreeMap<>();
        for (TableDefinition table : sorted) {
            // merged tables have one target
            if (tried.add(table.targetId()) && !catalog.has(table.targetId())) {
                Savepoint before = target.setSavepoint();
                try {
                    creator.createTable(TargetSchema.of(table, conversion));
                    target.releaseSavepoint(before);
                } catch (GaussferryException e) {
                    target.rollback(before);
                    refused.put(table.id(), e.problem());
                    // the former one remembers a schema that may be gone
                    creator = new TargetTableCreator(target, ForeignKeyPolicy.DEFER, reserved);
                }
            }
        }
        return refused;
    }
}
