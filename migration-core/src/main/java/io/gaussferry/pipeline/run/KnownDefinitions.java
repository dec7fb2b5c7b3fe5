package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.convert.Conversion;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.pipeline.definition.DefinitionsInForce;
import io.gaussferry.pipeline.definition.StatementPlans;
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
 * What is known of definitions when replay begins: those where the target stands, whatever the tables are by now.
 *
 * @param catalog those of all tables
 * @param collations those of the databases
 * @param cascadesLogged whether the source's binlog has what actions of foreign keys change
 * @param done names of statements that the target has followed
 */
record KnownDefinitions(
        TableCatalog catalog, Map<String, String> collations, boolean cascadesLogged, Set<String> done) {

    /** @param server the one that is read */
    static KnownDefinitions read(PipelineSettings settings, RunSessions sessions, SourceSettings server)
            throws SQLException {
        try (Connection target = sessions.openBounded()) {
            return read(settings, target, server);
        }
    }

    /** Reads the same by a connection to the target, whose transaction ends. */
    static KnownDefinitions read(PipelineSettings settings, Connection target, SourceSettings server)
            throws SQLException {
        try (Connection source = SourceConnections.openForDefinitions(server)) {
            MySqlSchemaReader reader = new MySqlSchemaReader(source, settings.source());
            DefinitionsInForce inForce = DefinitionsInForce.read(target, settings.name());
            Set<String> done = new DefinitionChangeStore(settings.name()).done(target);
            target.commit();
            return new KnownDefinitions(
                    catalog(settings, reader, inForce.tables()),
                    inForce.collations(),
                    CascadeLogging.isOn(source),
                    done);
        }
    }

    /** Of tables that the history has not, replay hears by the statements that make them, also where there was none at first. */
    private static TableCatalog catalog(
            PipelineSettings settings, MySqlSchemaReader reader, Map<TableId, TableDefinition> history)
            throws SQLException {
        requireIncluded(settings, history.keySet());
        TargetNamesGuard.require(history.values(), settings.source().renames());
        return reader.readWithoutTables().with(history.values());
    }

    /** A table that was left out for a while would lack what happened meanwhile when it is included again. */
    private static void requireIncluded(PipelineSettings settings, Collection<TableId> migrated) {
        List<TableId> leftOut = migrated.stream()
                .filter(table -> !settings.source().includes(table))
                .toList();
        if (!leftOut.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "gaussferry.source.schemas and .tables leave out tables that this migration has copied: " + leftOut
                            + ".",
                    "include them again; or, to give them up for good, stop the daemon and delete their rows of pipeline "
                            + settings.name() + " from gaussferry.table_history on the target",
                    null);
        }
    }

    /**
     * Returns what a run makes of statements.
     *
     * @param replicated the tables that it replays, and those that it leaves to a copy
     */
    StatementPlans plans(PipelineSettings settings, Conversion conversion, TableCatalog replicated) {
        Map<TableId, TableDefinition> tables = new HashMap<>();
        replicated.definitions().forEach(definition -> tables.put(definition.id(), definition));
        return new StatementPlans(
                settings, conversion, replicated, cascadesLogged, new DefinitionsInForce(tables, collations), done);
    }
}
