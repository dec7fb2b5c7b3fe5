package io.gaussferry.change;

import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.model.TableId;
import java.util.Set;

/** Knows more of a statement than its words. Asked by the thread that reads the binlog. */
@FunctionalInterface
public interface StatementFilter {

    /** Knows only that a new database has no rows. */
    StatementFilter NONE = (statement, passedOver) ->
            new StatementClassifier().createsDatabase(statement.context().text());

    /**
     * Returns whether replay goes on behind the statement as it is: it changes no definition by which rows are read, and no rows; or
     * the target has followed it already.
     *
     * @param statement one that may change definitions, as far as its words tell
     * @param passedOver tables whose changes are passed over where the statement stands
     */
    boolean mayPass(LoggedStatement statement, Set<TableId> passedOver);
}
