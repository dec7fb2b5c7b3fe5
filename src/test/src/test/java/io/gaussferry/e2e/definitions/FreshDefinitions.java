package io.gaussferry.e2e.definitions;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Compares the tables of a target that followed statements with those that a copy of the source's present definitions creates. */
public final class FreshDefinitions implements AutoCloseable {

    private final Connection source;
    private final Connection target;
    private final SourceSettings settings;
    private final String database;
    private final TargetCatalog catalog;

    /** Opens sessions of both servers. */
    public FreshDefinitions(ServerAddress sourceAddress, ServerAddress targetAddress, String database)
            throws SQLException {
        this.database = database;
        this.settings = new SourceSettings(
                sourceAddress.url(),
                sourceAddress.user(),
                sourceAddress.password(),
                List.of(database),
                1,
                1_000_000,
                1_000_000,
                SourceTimeouts.DEFAULT);
        this.source = sourceAddress.open();
        this.target = targetAddress.open();
        target.setAutoCommit(false);
        TargetDialect dialect = TargetProducts.detect(target);
        this.catalog = new TargetCatalog(target, dialect.profile());
        for (String statement : dialect.sessionStatements()) {
            DefinitionTrial.execute(target, statement);
        }
        target.commit();
    }

    /**
     * Returns the lines of the target's catalogs that a copy would not create, and those that it would add; empty if there are none.
     *
     * @param leftOut tables to skip
     * @throws GaussferryException if a copy would refuse a table
     */
    public String difference(Set<String> leftOut) throws SQLException {
        Collection<TableDefinition> tables = new MySqlSchemaReader(source, settings)
                .read().definitions().stream()
                        .filter(table -> !leftOut.contains(table.id().name()))
                        .toList();
        String fresh = database + "_fresh";
        try {
            List<String> followed = TargetCatalog.read(target, database).stream()
                    .filter(line -> leftOut.stream().noneMatch(name -> line.startsWith(name + "|")))
                    // its parent may be left out
                    .filter(line -> leftOut.isEmpty() || !line.contains("|FOREIGN KEY "))
                    .toList();
            DefinitionTrial.execute(target, "CREATE SCHEMA " + Identifiers.quoteTarget(fresh));
            List<String> copied = catalog.afterCopy(tables, fresh, CascadeLogging.isOn(source)).stream()
                    .filter(line -> leftOut.isEmpty() || !line.contains("|FOREIGN KEY "))
                    .toList();
            return Comparison.ofLines(known(followed, tables), known(copied, tables));
        } finally {
            target.rollback();
        }
    }

    /** Removes the columns whose defaults the source does not report while the table is empty. */
    private static List<String> known(List<String> lines, Collection<TableDefinition> tables) {
        List<String> unknown = tables.stream()
                .flatMap(table -> table.columns().stream()
                        .filter(column -> String.valueOf(table.extras()
                                                .column(column.name())
                                                .defaultText())
                                        .indexOf(ColumnDefinition.UNKNOWN_CHARACTER)
                                >= 0)
                        .map(column -> table.id().name() + "|column|" + column.name() + "|"))
                .toList();
        return lines.stream()
                .filter(line -> unknown.stream().noneMatch(line::startsWith))
                .toList();
    }

    @Override
    public void close() throws SQLException {
        target.close();
        source.close();
    }
}
