package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adopts the source's current definitions for decoding rows. They are valid after a statement only if the binlog
 * contains no later definition change; otherwise replay stops at the first row that does not fit, and reports it.
 */
public final class CurrentSourceDefinitions {

    private final PipelineSettings settings;
    private final Connection target;
    private final Connection source;

    /**
     * @param settings of the pipeline
     * @param target the connection whose transaction is joined
     * @param source the connection that reads the definitions
     */
    public CurrentSourceDefinitions(PipelineSettings settings, Connection target, Connection source) {
        this.settings = settings;
        this.target = target;
        this.source = source;
    }

    /**
     * The differences between the source's definitions and the stored ones.
     *
     * @param changed tables with a different definition
     * @param added tables without a stored definition
     * @param removed tables that no longer exist on the source
     */
    public record Differences(List<TableId> changed, List<TableId> added, List<TableId> removed) {}

    /**
     * Compares the definitions, and adopts the source's if requested. Joins the target's transaction.
     *
     * @param executed the transactions after which the definitions are valid
     * @param take whether to adopt the source's definitions; the target must have their tables
     */
    public Differences compare(GtidSet executed, boolean take) throws SQLException {
        TableHistory history = new TableHistory(settings.name());
        Map<TableId, String> stored = history.read(target);
        Map<TableId, TableDefinition> today = new TreeMap<>();
        new MySqlSchemaReader(source, settings.source())
                .read()
                .definitions()
                .forEach(table -> today.put(table.id(), table));
        // tables of an incremental snapshot get the snapshot's definition at their handover
        new TableCopyStore(settings.name()).read(target).forEach((table, copy) -> {
            if (copy.state().isCopiedIncrementally()) {
                today.remove(table);
                stored.remove(table);
            }
        });
        List<TableId> changed = new ArrayList<>();
        List<TableId> added = new ArrayList<>();
        for (TableDefinition table : today.values()) {
            String before = stored.get(table.id());
            boolean hasSameRowFormat = before != null
                    && TableDefinitionFormat.write(table)
                            .equals(TableDefinitionFormat.write(TableDefinitionFormat.read(table.id(), before)));
            if (!hasSameRowFormat) {
                (before == null ? added : changed).add(table.id());
            }
            String whole = TableDefinitionFormat.writeWithExtras(table);
            if (take && !whole.equals(before)) {
                requireOnTarget(table);
                history.put(target, table.id(), whole, executed);
            }
        }
        List<TableId> removed = stored.keySet().stream()
                .filter(table -> !today.containsKey(table))
                .toList();
        if (take) {
            for (TableId table : removed) {
                history.remove(target, table);
            }
        }
        return new Differences(changed, added, removed);
    }

    private void requireOnTarget(TableDefinition table) throws SQLException {
        if (new TargetCatalog(target).find(table).isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TARGET_TABLE_MISSING,
                    ErrorCategory.CONFIGURATION,
                    "Table " + table.label() + " exists on the source, but not on the target.",
                    "create it on the target with the types in docs/reference/types.md, and skip the transaction then",
                    null);
        }
    }
}
