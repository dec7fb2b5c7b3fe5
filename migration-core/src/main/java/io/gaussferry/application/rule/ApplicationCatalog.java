package io.gaussferry.application.rule;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The replicated tables, with the collations of their columns on the target. Immutable. */
public final class ApplicationCatalog {

    private final Map<TableId, TableDefinition> tables = new HashMap<>();
    private final Map<TableId, Map<String, String>> collations;
    private final TargetProfile profile;
    private final boolean ignoresCase;
    private final SessionModes session;

    /**
     * @param tables the replicated tables
     * @param collations the names of the target's collations by table and column, as on the target; empty for columns without one. Tables that
     *     it does not have are missing
     * @param ignoresCase whether the source finds tables whatever the case of a name
     * @param session how the application's sessions on the target read SQL
     */
    public ApplicationCatalog(
            Collection<TableDefinition> tables,
            Map<TableId, Map<String, String>> collations,
            TargetProfile profile,
            boolean ignoresCase,
            SessionModes session) {
        tables.forEach(table -> this.tables.put(table.id(), table));
        this.collations = Map.copyOf(collations);
        this.profile = profile;
        this.ignoresCase = ignoresCase;
        this.session = session;
    }

    /** Returns a replicated table; empty for another relation. */
    public Optional<TableDefinition> table(TableId name) {
        TableDefinition exact = tables.get(name);
        if (exact != null || !ignoresCase) {
            return Optional.ofNullable(exact);
        }
        return tables.values().stream()
                .filter(table -> table.id().schema().equalsIgnoreCase(name.schema())
                        && table.id().name().equalsIgnoreCase(name.name()))
                .findFirst();
    }

    /** Returns whether the target lacks a replicated table. */
    public boolean isMissing(TableId name) {
        return table(name)
                .filter(table -> !collations.containsKey(table.targetId()))
                .isPresent();
    }

    /** Returns the name of a column's collation on the target; empty for the database's, or if the table is missing. */
    String targetCollation(TableDefinition table, String column) {
        return collations.getOrDefault(table.targetId(), Map.of()).getOrDefault(column, "");
    }

    /** Returns how the application's sessions on the target read SQL. */
    public SessionModes session() {
        return session;
    }

    TargetProfile profile() {
        return profile;
    }
}
