package io.gaussferry.pipeline.run;

import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the databases that the configuration includes with those at the start of the migration: replay would stop at
 * the first change of a table that was never copied.
 *
 * @param server the server that is read
 */
record IncludedDatabases(PipelineSettings settings, SourceSettings server) {

    /**
     * Requires that each database with tables older than the copy takes part in the migration. Newer tables may be
     * created by a statement that is yet to be replayed.
     *
     * @param replicated the tables of the migration
     * @throws GaussferryException if a database does not take part
     */
    void requireCopied(Connection target, TableCatalog replicated) throws SQLException {
        OptionalLong copyAge = new CopyStore(settings.name()).secondsSinceCopy(target);
        if (copyAge.isEmpty()) {
            return;
        }
        Set<String> known =
                new HashSet<>(new DatabaseHistory(settings.name()).read(target).keySet());
        replicated.definitions().forEach(table -> known.add(table.id().schema()));
        new TableCopyStore(settings.name()).read(target).keySet().forEach(table -> known.add(table.schema()));
        Set<TableId> missing = new TreeSet<>();
        try (Connection source = SourceConnections.openForDefinitions(server)) {
            for (String database : new MySqlSchemaReader(source, settings.source())
                    .readDatabases()
                    .keySet()) {
                if (!known.contains(database)) {
                    missing.addAll(olderTables(source, database, copyAge.getAsLong()));
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TABLE_SELECTION_CHANGED,
                    "gaussferry.source.schemas includes tables that this migration has not copied: " + missing + ".",
                    "copy each of them, and start again: gaussferry copy --config FILE --table "
                            + missing.iterator().next()
                            + "; or exclude them; or give the other migration its own gaussferry.pipeline",
                    null);
        }
    }

    private Set<TableId> olderTables(Connection source, String database, long age) throws SQLException {
        Set<TableId> tables = new TreeSet<>();
        Sql.each(
                source,
                rows -> {
                    TableId table = new TableId(database, rows.getString(1));
                    if (settings.source().includes(table)) {
                        tables.add(table);
                    }
                },
                "SELECT table_name FROM information_schema.tables"
                        + " WHERE table_schema = ? AND table_type = 'BASE TABLE' AND create_time < NOW() - INTERVAL ? SECOND",
                database,
                age);
        return tables;
    }
}
