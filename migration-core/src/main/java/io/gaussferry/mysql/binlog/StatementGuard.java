package io.gaussferry.mysql.binlog;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets replay go on behind a statement of the binlog only if the statement changes neither how rows of replicated tables are read, nor such
 * rows without logging them. Used by the thread that reads the binlog only.
 */
final class StatementGuard {

    private final TableCatalog catalog;
    private final StatementClassifier classifier;
    private final StatementFilter filter;

    /**
     * @param catalog which tables are replicated
     * @param filter knows which statements can be passed over, of those that may change definitions
     */
    StatementGuard(TableCatalog catalog, StatementClassifier classifier, StatementFilter filter) {
        this.catalog = catalog;
        this.classifier = classifier;
        this.filter = filter;
    }

    /**
     * Checks a statement.
     *
     * @param passedOver tables of which the target has what the statement's transaction changes
     * @param followable asked for the statement as those want it who may follow it; null where none can
     * @throws GaussferryException if replay stops here; a {@link DefinitionException} where somebody may follow
     */
    void check(
            QueryEvent query,
            TransactionPlace place,
            Set<TableId> passedOver,
            Supplier<@Nullable LoggedStatement> followable) {
        String text = query.text();
        if (mayChange(query, text, passedOver)) {
            if (classifier.writesRows(text)) {
                throw loggedAsStatement(text, place);
            }
            LoggedStatement statement = followable.get();
            if (statement == null || !filter.mayPass(statement, passedOver)) {
                throw definitionChanged(query.database(), text, place, passedOver, statement);
            }
        }
        if (query.startsTransaction()) {
            return; // the server's own words
        }
        // where it is not sure in which character set it is, what may mean a replicated table does
        for (String other : List.of(query.statement(), query.asUtf8())) {
            if (!other.equals(text) && mayChange(query, other, passedOver)) {
                throw classifier.writesRows(other)
                        ? loggedAsStatement(other, place)
                        : definitionChanged(query.database(), other, place, passedOver, null);
            }
        }
    }

    private boolean mayChange(QueryEvent query, String text, Set<TableId> passedOver) {
        return classifier.mayChange(
                query.database(),
                query.writtenDatabases(),
                text,
                catalog::mayMean,
                table -> catalog.mayMean(table, passedOver));
    }

    /** Returns the failure at rows that only a statement tells of. */
    static GaussferryException loggedAsStatement(String statement, TransactionPlace place) {
        return place.refused(
                "The source logged a statement instead of the rows that it changes, which may be those of a replicated table: "
                        + RowValues.marked(statement),
                "have no session set binlog_format to anything but ROW; then start again behind this statement, and make up for it:"
                        + " gaussferry skip --config FILE --transaction " + place.nameForSkip()
                        + " --reason TEXT, gaussferry verify --config FILE --repair");
    }

    private GaussferryException definitionChanged(
            String database,
            String statement,
            TransactionPlace place,
            Set<TableId> passedOver,
            @Nullable LoggedStatement followable) {
        GaussferryException failure = place.refused(
                "The source executed a statement that changes a replicated table's definition: " + statement,
                "make the same change on the target by hand, then start again behind this statement: gaussferry skip"
                        + " --config FILE --transaction " + place.nameForSkip()
                        + " --definitions --reason TEXT; or, if the table"
                        + " was created, have it copied, and start again: gaussferry copy --config FILE --table NAME");
        List<TableId> tables = classifier.changedTables(database, statement).orElse(List.of()).stream()
                .filter(table -> catalog.mayMean(table, passedOver))
                .toList();
        return failure instanceof TransactionException at ? new DefinitionException(at, tables, followable) : failure;
    }
}
