package io.gaussferry.pipeline.definition;

import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Finds views with the name of a table that {@code CREATE TABLE IF NOT EXISTS} may have created. If the view was there, MySQL has created no
 * table, but logs the statement nevertheless; the definitions that are followed contain no views.
 */
final class ViewsOfSource {

    private static final String NAMED =
            "SELECT COUNT(*) FROM information_schema.views WHERE table_schema = ? AND table_name = ?";

    private ViewsOfSource() {}

    /** Returns why it is unknown whether the statement has created its table; empty if it has. */
    static Optional<String> objection(SourceSettings source, StatementContext statement, List<TableChange> changes) {
        if (changes.stream().noneMatch(change -> change.before() == null) || !isConditional(statement)) {
            return Optional.empty();
        }
        try (Connection connection = SourceConnections.open(source).connection()) {
            for (TableChange change : changes) {
                if (change.before() == null && change.after() != null) {
                    TableId table = change.after().id();
                    if (Sql.only(connection, row -> row.getLong(1), NAMED, table.schema(), table.name()) > 0) {
                        return Optional.of("the source has a view " + table
                                + ": with IF NOT EXISTS the statement has created no table if the view existed then");
                    }
                }
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw SourceFailures.describe(source, e);
        }
    }

    private static boolean isConditional(StatementContext statement) {
        DefinitionStatement parsed = StatementParser.parse(statement);
        return (parsed instanceof CreateTable create && create.ifNotExists())
                || (parsed instanceof CreateTableLike like && like.ifNotExists());
    }
}
