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
    private final Map<TableId, SelectedView> views;
    private final TargetProfile profile;
    private final boolean ignoresCase;
    private final SessionModes session;

    /**
     * @param tables the replicated tables
     * @param collations the names of the target's collations by table and column, as on the target; empty for columns without one. Tables that
     *     it does not have are missing
     * @param views the source's views
     * @param ignoresCase whether the source finds tables whatever the case of a name
     * @param session how the application's sessions on the target read SQL
     */
    public ApplicationCatalog(
            Collection<TableDefinition> tables,
            Map<TableId, Map<String, String>> collations,
            Map<TableId, SelectedView> views,
            TargetProfile profile,
            boolean ignoresCase,
            SessionModes session) {
        tables.forEach(table -> this.tables.put(table.id(), table));
        this.collations = Map.copyOf(collations);
        this.views = Map.copyOf(views);
        this.profile = profile;
        this.ignoresCase = ignoresCase;
        this.session = session;
    }

    /** Returns a replicated table; empty for another relation. */
    public Optional<TableDefinition> table(TableId name) {
        return find(tables, name);
    }

    /** Returns a view; empty for another relation. */
    Optional<SelectedView> view(TableId name) {
        return find(views, name);
    }

    private <T> Optional<T> find(Map<TableId, T> relations, TableId name) {
        T exact = relations.get(name);
        if (exact != null || !ignoresCase) {
            return Optional.ofNullable(exact);
        }
        return relations.entrySet().stream()
                .filter(known -> known.getKey().schema().equalsIgnoreCase(name.schema())
                        && known.getKey().name().equalsIgnoreCase(name.name()))
                .map(Map.Entry::getValue)
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
