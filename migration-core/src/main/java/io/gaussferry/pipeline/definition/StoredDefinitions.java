package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DatabaseHistory;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
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
        Map<TableId, TableDefinition> tables = new HashMap<>();
        new TableHistory(pipeline)
                .read(target)
                .forEach((table, text) -> tables.put(table, TableDefinitionFormat.read(table, text)));
        return new StoredDefinitions(tables, new DatabaseHistory(pipeline).read(target));
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
