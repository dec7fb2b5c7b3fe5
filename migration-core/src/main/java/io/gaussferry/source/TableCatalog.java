package io.gaussferry.source;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The tables that are replicated, with the definitions that are in force. Immutable. */
public final class TableCatalog {

    private final SourceSettings settings;
    private final Map<TableId, TableDefinition> definitions = new HashMap<>();
    private final Map<Long, String> characterSets;

    /**
     * @param settings decides which databases are replicated
     * @param definitions every base table of those databases
     */
    public TableCatalog(SourceSettings settings, Collection<TableDefinition> definitions) {
        this(settings, definitions, Map.of());
    }

    /**
     * @param settings decides which databases are replicated
     * @param definitions tables; those of other databases are left out
     * @param characterSets the server's character sets, by the number of each of their collations
     */
    public TableCatalog(
            SourceSettings settings, Collection<TableDefinition> definitions, Map<Long, String> characterSets) {
        this.settings = settings;
        this.characterSets = Map.copyOf(characterSets);
        for (TableDefinition definition : definitions) {
            if (settings.includes(definition.id().schema())) {
                this.definitions.put(definition.id(), definition);
            }
        }
    }

    /** Returns whether tables of this database are replicated. */
    public boolean includes(String schema) {
        return settings.includes(schema);
    }

    /** Returns the table's definition; empty if it did not exist when the catalog was read. */
    public Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(definitions.get(id));
    }

    /** Returns the server's character sets by the number of each of their collations, as far as they are known. */
    public Map<Long, String> characterSets() {
        return characterSets;
    }

    /** Returns the same catalog with other definitions. */
    public TableCatalog with(Collection<TableDefinition> others) {
        return new TableCatalog(settings, others, characterSets);
    }

    /** Returns all definitions, in no particular order. */
    public Collection<TableDefinition> definitions() {
        return definitions.values();
    }
}
