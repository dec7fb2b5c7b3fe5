package io.gaussferry.change;

import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The source executed a statement that changes the definitions of tables which are replicated, or may; or it changed rows of theirs without
 * logging that. Rows of these tables cannot be replayed behind it as before.
 */
public final class DefinitionException extends TransactionException {

    private static final long serialVersionUID = 1L;

    private final transient List<TableId> tables;
    private final transient @Nullable LoggedStatement statement;

    /**
     * @param failure what is said of it
     * @param tables those that it creates, alters, empties, renames or drops, or whose rows it changes, as far as they are replicated and it names them plainly
     * @param statement what can be followed; null for a statement that cannot
     */
    public DefinitionException(
            TransactionException failure, List<TableId> tables, @Nullable LoggedStatement statement) {
        super(failure.category(), failure.problem(), failure.remedy(), failure.getCause(), failure.transaction());
        this.tables = List.copyOf(tables);
        this.statement = statement;
    }

    /** Returns the tables whose rows cannot be replayed behind it as before; none where it does not name them plainly. */
    public List<TableId> tables() {
        return tables;
    }

    /** Returns the statement, if the target may follow it. */
    public Optional<LoggedStatement> statement() {
        return Optional.ofNullable(statement);
    }
}
