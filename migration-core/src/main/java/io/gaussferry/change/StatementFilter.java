package io.gaussferry.change;

import io.gaussferry.ddl.statement.DefinitionStatement.CreateDatabase;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import java.util.Set;

/** Decides about statements by more than their SQL. Called by the thread that reads the binlog. */
@FunctionalInterface
public interface StatementFilter {

    /** Knows only that a new database has no rows. */
    StatementFilter NONE = (statement, skipped) -> StatementParser.parse(statement.context()) instanceof CreateDatabase;

    /**
     * Returns whether replay may continue after the statement without following it: it changes neither rows nor the
     * definitions of replicated tables, or the target has followed it already.
     *
     * @param statement may change definitions, judging by its SQL
     * @param skipped tables whose changes are skipped at the statement's position
     */
    boolean mayPass(LoggedStatement statement, Set<TableId> skipped);

    /** Called for a statement that creates, changes or drops a view, routine, trigger or event. Must not wait. */
    default void objectsChange() {}
}
