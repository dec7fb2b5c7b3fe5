package io.gaussferry.ddl.evolve;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.Optional;

/**
 * The definitions of the replicated tables at a statement's position in the source's history, never the current ones.
 */
public interface DefinitionSource {

    /**
     * Returns the definition of a table by its name at the source; empty if the table does not exist or is not
     * replicated.
     */
    Optional<TableDefinition> find(TableId id);

    /** Returns all definitions, in any order. */
    Collection<TableDefinition> definitions();

    /** Returns the default collation of a database at the source; empty if unknown. */
    Optional<String> collationOf(String database);
}
