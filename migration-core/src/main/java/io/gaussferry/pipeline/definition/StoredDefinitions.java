package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The definitions at the position of replay, as stored on the target.
 *
 * @param tables by their names on the source
 * @param collations the default collations of the databases
 */
public record StoredDefinitions(Map<TableId, TableDefinition> tables, Map<String, String> collations)
        implements DefinitionSource {

    public StoredDefinitions {
        tables = Map.copyOf(tables);
        collations = Map.copyOf(collations);
    }

    /** Reads the definitions in the connection's transaction. */
    public static StoredDefinitions read(Connection target, String pipeline) throws SQLException {
        return read(target, pipeline, new ParsedDefinitions());
    }

    /** Does the same, and parses only what has changed since the last call. */
    public static StoredDefinitions read(Connection target, String pipeline, ParsedDefinitions parsed)
            throws SQLException {
        return new StoredDefinitions(
                parsed.parse(new TableHistory(pipeline).read(target)), new DatabaseHistory(pipeline).read(target));
    }

    /** Returns these definitions without the given tables, which another pipeline replicates. */
    StoredDefinitions without(Set<TableId> others) {
        Map<TableId, TableDefinition> left = new HashMap<>(tables);
        left.keySet().removeAll(others);
        return new StoredDefinitions(left, collations);
    }

    @Override
    public Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(tables.get(id));
    }

    @Override
    public Collection<TableDefinition> definitions() {
        return tables.values();
    }

    @Override
    public Optional<String> collationOf(String database) {
        return Optional.ofNullable(collations.get(database));
    }
}
