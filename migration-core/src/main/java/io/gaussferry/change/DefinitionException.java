package io.gaussferry.change;

import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the source executed a statement that changes or may change the definitions of replicated tables, or that
 * changed their rows without logging them. Rows of these tables after it cannot be replayed as before.
 */
public final class DefinitionException extends TransactionException {

    private static final long serialVersionUID = 1L;

    private final transient List<TableId> tables;
    private final transient @Nullable LoggedStatement statement;

    /**
     * @param failure the problem and the remedy
     * @param tables the replicated tables that the statement explicitly creates, alters, empties, renames or drops, or
     *     whose rows it changes
     * @param statement the statement that the target may follow; null if it cannot
     */
    public DefinitionException(
            TransactionException failure, List<TableId> tables, @Nullable LoggedStatement statement) {
        super(
                failure.code(),
                failure.category(),
                failure.problem(),
                failure.remedy(),
                failure.getCause(),
                failure.transaction());
        this.tables = List.copyOf(tables);
        this.statement = statement;
    }

    /**
     * Returns the tables whose rows after the statement cannot be replayed as before; empty if the statement does not
     * name them explicitly.
     */
    public List<TableId> tables() {
        return tables;
    }

    /** Returns the statement, if the target may follow it. */
    public Optional<LoggedStatement> statement() {
        return Optional.ofNullable(statement);
    }
}
