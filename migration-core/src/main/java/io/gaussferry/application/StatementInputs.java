package io.gaussferry.application;

import io.gaussferry.application.collect.PerformanceSchema;
import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.application.collect.StatementFiles;
import io.gaussferry.application.collect.Workload;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.objects.source.SqlModes;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Where the statements are.
 *
 * @param performanceSchema whether they are read from the source's performance_schema
 * @param files files and directories
 * @param database of names without one in files; empty for the only database that is migrated
 */
public record StatementInputs(boolean performanceSchema, List<Path> files, String database) {

    public StatementInputs {
        files = List.copyOf(files);
    }

    /**
     * Reads the statements.
     *
     * @param source to the source
     * @param tables those that are migrated
     */
    Workload read(Connection source, SourceSettings settings, Collection<TableId> tables) throws SQLException {
        Workload workload = new Workload(modes(source));
        if (performanceSchema) {
            new PerformanceSchema(source, settings).read(workload);
        }
        StatementFiles reader = new StatementFiles(workload, database.isEmpty() ? onlyDatabase(tables) : database);
        files.forEach(reader::read);
        return workload;
    }

    private static String onlyDatabase(Collection<TableId> tables) {
        List<String> databases = tables.stream().map(TableId::schema).distinct().toList();
        return databases.size() == 1 ? databases.get(0) : "";
    }

    private static SourceModes modes(Connection source) throws SQLException {
        Optional<String> modes = Sql.first(source, row -> row.getString(1), "SELECT @@GLOBAL.sql_mode");
        String list = modes.orElseThrow();
        ServerVersion version = ServerVersion.of(source);
        return new SourceModes(
                SqlModes.bits(list), List.of(list.split(",")).contains("ONLY_FULL_GROUP_BY"), version.number());
    }
}
