package io.gaussferry.change;

import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import java.util.List;

/** The source executed a statement that changes the definitions of tables which are replicated, and names them plainly. */
public final class DefinitionException extends TransactionException {

    private static final long serialVersionUID = 1L;

    private final transient List<TableId> tables;

    /**
     * @param failure what is said of it
     * @param tables those that it creates, alters, empties, renames or drops, as far as they are replicated; not empty
     */
    public DefinitionException(TransactionException failure, List<TableId> tables) {
        super(failure.category(), failure.problem(), failure.remedy(), failure.getCause(), failure.transaction());
        this.tables = List.copyOf(tables);
    }

    /** Returns the tables whose rows cannot be replayed behind it as before. */
    public List<TableId> tables() {
        return tables;
    }
}
