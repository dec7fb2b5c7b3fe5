package io.gaussferry.mysql.catalog;

import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.schema.MissingCascades;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The replicated tables with the definitions in force. Immutable. */
public final class TableCatalog {

    private final SourceSettings settings;
    private final Map<TableId, TableDefinition> definitions = new HashMap<>();
    private final Map<Long, String> characterSets;
    private final Map<Long, String> collations;
    private final boolean caseInsensitiveNames;
    private final ResnapshottedTables resnapshotted;
    private final MissingCascades unrepeated;

    /**
     * @param settings decides which tables are replicated
     * @param definitions the definitions of all of them
     */
    public TableCatalog(SourceSettings settings, Collection<TableDefinition> definitions) {
        this(settings, definitions, Map.of(), Map.of(), false);
    }

    /**
     * @param settings decides which tables are replicated
     * @param definitions tables; those that are not replicated are ignored
     * @param characterSets the server's character sets, by collation number
     * @param collations the names of the collations, by number
     * @param caseInsensitiveNames whether statements may write a table's name in another case than the binlog's row events
     *     ({@code lower_case_table_names})
     */
    public TableCatalog(
            SourceSettings settings,
            Collection<TableDefinition> definitions,
            Map<Long, String> characterSets,
            Map<Long, String> collations,
            boolean caseInsensitiveNames) {
        this(
                settings,
                definitions,
                characterSets,
                collations,
                caseInsensitiveNames,
                ResnapshottedTables.NONE,
                MissingCascades.NONE);
    }

    private TableCatalog(
            SourceSettings settings,
            Collection<TableDefinition> definitions,
            Map<Long, String> characterSets,
            Map<Long, String> collations,
            boolean caseInsensitiveNames,
            ResnapshottedTables resnapshotted,
            MissingCascades unrepeated) {
        this.settings = settings;
        this.characterSets = Map.copyOf(characterSets);
        this.collations = Map.copyOf(collations);
        this.caseInsensitiveNames = caseInsensitiveNames;
        this.resnapshotted = resnapshotted;
        this.unrepeated = unrepeated;
        for (TableDefinition definition : definitions) {
            if (includes(definition.id())) {
                this.definitions.put(definition.id(), definition);
            }
        }
    }

    /** Returns whether a table with this name in a row event is replicated. */
    public boolean includes(TableId id) {
        return settings.includes(id) && !resnapshotted.whole().contains(id);
    }

    /** Returns whether a table is replicated, but a concurrent copy includes all of its changes. */
    public boolean isCopiedIncrementally(TableId id) {
        return resnapshotted.whole().contains(id);
    }

    /** Returns the replicated tables whose changes in this transaction are skipped. */
    public Set<TableId> skippedTables(Gtid transaction) {
        return resnapshotted.passedOver(transaction);
    }

    /** Returns whether a statement that names this database may refer to a replicated one. */
    public boolean mayBeReplicated(String schema) {
        return settings.includes(schema)
                || (caseInsensitiveNames && settings.includes(schema.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns whether a statement that names this table may refer to a replicated one.
     *
     * @param skipped tables whose changes are skipped at the statement's position
     */
    public boolean mayBeReplicated(TableId id, Set<TableId> skipped) {
        if (isSkippedAt(id, skipped)) {
            return false;
        }
        if (settings.includes(id)) {
            return true;
        }
        return caseInsensitiveNames
                && (settings.includes(new TableId(
                                id.schema().toLowerCase(Locale.ROOT), id.name().toLowerCase(Locale.ROOT)))
                        || means(id, definitions.keySet()));
    }

    /** Returns whether a statement that names this table refers to one whose changes are skipped at the statement's position. */
    public boolean isSkippedAt(TableId id, Set<TableId> skipped) {
        return means(id, resnapshotted.whole()) || means(id, skipped);
    }

    private boolean means(TableId id, Set<TableId> tables) {
        return tables.contains(id)
                || (caseInsensitiveNames
                        && tables.stream()
                                .anyMatch(known -> known.schema().equalsIgnoreCase(id.schema())
                                        && known.name().equalsIgnoreCase(id.name())));
    }

    /** Returns the table's definition; empty if it did not exist when the catalog was read. */
    public Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(definitions.get(id));
    }

    /** Returns the known character sets of the server by collation number. */
    public Map<Long, String> characterSets() {
        return characterSets;
    }

    /** Returns the known collations of the server by number. */
    public Map<Long, String> collations() {
        return collations;
    }

    /** Returns whether statements may write a table's name in another case than row events. */
    public boolean ignoresNameCase() {
        return caseInsensitiveNames;
    }

    /** Returns the catalog with other definitions. */
    public TableCatalog with(Collection<TableDefinition> others) {
        return new TableCatalog(
                settings, others, characterSets, collations, caseInsensitiveNames, resnapshotted, unrepeated);
    }

    /** Returns the catalog for replication that leaves the changes of these tables to a concurrent copy. */
    public TableCatalog without(ResnapshottedTables tables) {
        return new TableCatalog(
                settings, definitions.values(), characterSets, collations, caseInsensitiveNames, tables, unrepeated);
    }

    /** Returns the catalog for a target that does not repeat the actions of these foreign keys. */
    public TableCatalog without(MissingCascades cascades) {
        return new TableCatalog(
                settings,
                definitions.values(),
                characterSets,
                collations,
                caseInsensitiveNames,
                resnapshotted,
                cascades);
    }

    /** Returns the foreign keys whose actions the target does not repeat, although the binlog may lack their effects. */
    public MissingCascades unrepeated() {
        return unrepeated;
    }

    /** Returns all definitions, in no particular order. */
    public Collection<TableDefinition> definitions() {
        return definitions.values();
    }
}
