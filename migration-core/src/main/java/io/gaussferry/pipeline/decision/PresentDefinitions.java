package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes the definitions that the source has today for those by which rows are read. They are right behind a statement only if no later
 * one waits in the binlog; where one does, replay stops at the first row that does not fit, and says so.
 */
public final class PresentDefinitions {

    private final PipelineSettings settings;
    private final Connection target;
    private final Connection source;

    /**
     * @param settings those of the pipeline
     * @param target whose transaction is joined
     * @param source whose definitions are read
     */
    public PresentDefinitions(PipelineSettings settings, Connection target, Connection source) {
        this.settings = settings;
        this.target = target;
        this.source = source;
    }

    /**
     * What the source has otherwise than replay knows it.
     *
     * @param changed tables that are defined otherwise
     * @param added tables that were not there
     * @param removed tables that are no more
     */
    public record Differences(List<TableId> changed, List<TableId> added, List<TableId> removed) {}

    /**
     * Compares, and takes them over if told so. Joins the target's transaction.
     *
     * @param executed the transactions after which they are in force
     * @param take whether to take them over; the target must have the tables then
     */
    public Differences compare(GtidSet executed, boolean take) throws SQLException {
        TableHistory history = new TableHistory(settings.name());
        Map<TableId, String> stored = history.read(target);
        Map<TableId, TableDefinition> today = new TreeMap<>();
        new MySqlSchemaReader(source, settings.source())
                .read()
                .definitions()
                .forEach(table -> today.put(table.id(), table));
        // tables that are copied beside the replay come back with the definition that the copy has
        new TableCopyStore(settings.name()).read(target).forEach((table, copy) -> {
            if (copy.state().isResnapshotted()) {
                today.remove(table);
                stored.remove(table);
            }
        });
        List<TableId> changed = new ArrayList<>();
        List<TableId> added = new ArrayList<>();
        for (TableDefinition table : today.values()) {
            String before = stored.get(table.id());
            boolean isReadAlike = before != null
                    && DefinitionText.write(table)
                            .equals(DefinitionText.write(DefinitionText.read(table.id(), before)));
            if (!isReadAlike) {
                (before == null ? added : changed).add(table.id());
            }
            String whole = DefinitionText.writeWhole(table);
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
                    ErrorCategory.CONFIGURATION,
                    "Table " + table.label() + " is on the source, but not on the target.",
                    "create it there, with the types that docs/types.md names, and skip then",
                    null);
        }
    }
}
