package io.gaussferry.ddl.evolve;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.Optional;

/** The definitions of the replicated tables as they are where a statement stands in the source's history: never today's. */
public interface DefinitionSource {

    /** Returns the definition of a table by its name at the source; empty if there is no such table, or it is not replicated. */
    Optional<TableDefinition> find(TableId id);

    /** Returns all definitions, in any order. */
    Collection<TableDefinition> definitions();

    /** Returns the default collation of a database at the source; empty where it is not known. */
    Optional<String> collationOf(String database);
}
