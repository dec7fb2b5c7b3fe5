package io.gaussferry.mysql.catalog;

import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.UnrepeatedCascades;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tables that are replicated, with the definitions that are in force. Immutable. */
public final class TableCatalog {

    private final SourceSettings settings;
    private final Map<TableId, TableDefinition> definitions = new HashMap<>();
    private final Map<Long, String> characterSets;
    private final Map<Long, String> collations;
    private final boolean foldedNames;
    private final ResnapshottedTables resnapshotted;
    private final UnrepeatedCascades unrepeated;

    /**
     * @param settings decides which tables are replicated
     * @param definitions every one of those tables
     */
    public TableCatalog(SourceSettings settings, Collection<TableDefinition> definitions) {
        this(settings, definitions, Map.of(), Map.of(), false);
    }

    /**
     * @param settings decides which tables are replicated
     * @param definitions tables; those that are not replicated are left out
     * @param characterSets the server's character sets, by the number of each of their collations
     * @param collations the names of those collations
     * @param foldedNames whether statements may write a table's name in another case than the binlog's row events do
     *     ({@code lower_case_table_names})
     */
    public TableCatalog(
            SourceSettings settings,
            Collection<TableDefinition> definitions,
            Map<Long, String> characterSets,
            Map<Long, String> collations,
            boolean foldedNames) {
        this(
                settings,
                definitions,
                characterSets,
                collations,
                foldedNames,
                ResnapshottedTables.NONE,
                UnrepeatedCascades.NONE);
    }

    private TableCatalog(
            SourceSettings settings,
            Collection<TableDefinition> definitions,
            Map<Long, String> characterSets,
            Map<Long, String> collations,
            boolean foldedNames,
            ResnapshottedTables resnapshotted,
            UnrepeatedCascades unrepeated) {
        this.settings = settings;
        this.characterSets = Map.copyOf(characterSets);
        this.collations = Map.copyOf(collations);
        this.foldedNames = foldedNames;
        this.resnapshotted = resnapshotted;
        this.unrepeated = unrepeated;
        for (TableDefinition definition : definitions) {
            if (includes(definition.id())) {
                this.definitions.put(definition.id(), definition);
            }
        }
    }

    /** Returns whether a table of this name, as a row event has it, is replicated. */
    public boolean includes(TableId id) {
        return settings.includes(id) && !resnapshotted.whole().contains(id);
    }

    /** Returns whether a table is replicated, and all of its changes are left to a copy beside the replay. */
    public boolean isResnapshotted(TableId id) {
        return resnapshotted.whole().contains(id);
    }

    /** Returns the tables whose changes in this transaction are passed over, although they are replicated. */
    public Set<TableId> passedOver(Gtid transaction) {
        return resnapshotted.passedOver(transaction);
    }

    /** Returns whether a statement that names this database may mean one of which tables are replicated. */
    public boolean mayMean(String schema) {
        return settings.includes(schema) || (foldedNames && settings.includes(schema.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns whether a statement that names this table may mean one that is replicated.
     *
     * @param passedOver tables whose changes are passed over where the statement stands
     */
    public boolean mayMean(TableId id, Set<TableId> passedOver) {
        if (isLeftToOthers(id, passedOver)) {
            return false;
        }
        if (settings.includes(id)) {
            return true;
        }
        return foldedNames
                && (settings.includes(new TableId(
                                id.schema().toLowerCase(Locale.ROOT), id.name().toLowerCase(Locale.ROOT)))
                        || means(id, definitions.keySet()));
    }

    /** Returns whether a statement that names this table means one whose changes are passed over where it stands. */
    public boolean isLeftToOthers(TableId id, Set<TableId> passedOver) {
        return means(id, resnapshotted.whole()) || means(id, passedOver);
    }

    private boolean means(TableId id, Set<TableId> tables) {
        return tables.contains(id)
                || (foldedNames
                        && tables.stream()
                                .anyMatch(known -> known.schema().equalsIgnoreCase(id.schema())
                                        && known.name().equalsIgnoreCase(id.name())));
    }

    /** Returns the table's definition; empty if it did not exist when the catalog was read. */
    public Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(definitions.get(id));
    }

    /** Returns the server's character sets by the number of each of their collations, as far as they are known. */
    public Map<Long, String> characterSets() {
        return characterSets;
    }

    /** Returns the names of the server's collations by their numbers, as far as they are known. */
    public Map<Long, String> collations() {
        return collations;
    }

    /** Returns whether statements may write a table's name in another case than row events do. */
    public boolean foldsNames() {
        return foldedNames;
    }

    /** Returns the same catalog with other definitions. */
    public TableCatalog with(Collection<TableDefinition> others) {
        return new TableCatalog(settings, others, characterSets, collations, foldedNames, resnapshotted, unrepeated);
    }

    /** Returns the same catalog for a replay that leaves these tables to a copy beside it. */
    public TableCatalog without(ResnapshottedTables tables) {
        return new TableCatalog(
                settings, definitions.values(), characterSets, collations, foldedNames, tables, unrepeated);
    }

    /** Returns the same catalog for a target that does not repeat the actions of these foreign keys. */
    public TableCatalog without(UnrepeatedCascades cascades) {
        return new TableCatalog(
                settings, definitions.values(), characterSets, collations, foldedNames, resnapshotted, cascades);
    }

    /** Returns the foreign keys whose actions the target does not repeat, although the binlog may not have what they change. */
    public UnrepeatedCascades unrepeated() {
        return unrepeated;
    }

    /** Returns all definitions, in no particular order. */
    public Collection<TableDefinition> definitions() {
        return definitions.values();
    }
}
