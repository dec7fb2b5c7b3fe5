package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.convert.Conversion;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.pipeline.definition.ParsedDefinitions;
import io.gaussferry.pipeline.definition.StatementPlans;
import io.gaussferry.pipeline.definition.StoredDefinitions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The definitions when replay starts: those at the target's position, which may differ from the source's current ones.
 *
 * @param catalog the definitions of all tables
 * @param collations the collations of the databases
 * @param cascadesLogged whether the source's binlog contains the row changes of foreign key actions
 * @param done names of statements that the target has followed
 */
record KnownDefinitions(
        TableCatalog catalog, Map<String, String> collations, boolean cascadesLogged, Set<String> done) {

    /**
     * Reads the definitions through a connection to the target. Ends its transaction.
     *
     * @param server the server that is read
     */
    static KnownDefinitions read(
            PipelineSettings settings, Connection target, SourceSettings server, ParsedDefinitions parsed)
            throws SQLException {
        try (Connection source = SourceConnections.openForDefinitions(server)) {
            MySqlSchemaReader reader = new MySqlSchemaReader(source, settings.source());
            StoredDefinitions inForce = StoredDefinitions.read(target, settings.name(), parsed);
            Set<String> done = new DefinitionChangeStore(settings.name()).done(target);
            target.commit();
            return new KnownDefinitions(
                    catalog(settings, reader, inForce.tables()),
                    inForce.collations(),
                    CascadeLogging.isOn(source),
                    done);
        }
    }

    /**
     * Returns the catalog of the tables in the history. Replay learns of other tables from the statements that create
     * them, even if there was no table at first.
     */
    private static TableCatalog catalog(
            PipelineSettings settings, MySqlSchemaReader reader, Map<TableId, TableDefinition> history)
            throws SQLException {
        requireIncluded(settings, history.keySet());
        TargetNamesGuard.require(history.values(), settings.source().renames());
        return reader.readWithoutTables().with(history.values());
    }

    /**
     * Requires that no migrated table is excluded: a table that is included again would lack the changes of the
     * meantime.
     */
    private static void requireIncluded(PipelineSettings settings, Collection<TableId> migrated) {
        List<TableId> excluded = migrated.stream()
                .filter(table -> !settings.source().includes(table))
                .toList();
        if (!excluded.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TABLE_SELECTION_CHANGED,
                    "gaussferry.source.schemas and .tables exclude tables that this migration has copied: " + excluded
                            + ".",
                    "include them again; or, to exclude them permanently, stop the daemon and delete their rows of pipeline "
                            + settings.name() + " from gaussferry.table_history on the target",
                    null);
        }
    }

    /**
     * Returns the planner for this run's statements.
     *
     * @param replicated the tables that the run replays, and those that it leaves to an incremental snapshot
     */
    StatementPlans plans(PipelineSettings settings, Conversion conversion, TableCatalog replicated) {
        Map<TableId, TableDefinition> tables = new HashMap<>();
        replicated.definitions().forEach(definition -> tables.put(definition.id(), definition));
        return new StatementPlans(
                settings, conversion, replicated, cascadesLogged, new StoredDefinitions(tables, collations), done);
    }
}
