package io.gaussferry.e2e.definitions;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.DatabaseChange;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The definitions in force, updated by each plan. */
final class KnownDefinitions implements DefinitionSource {

    private final Map<TableId, TableDefinition> tables = new TreeMap<>();
    private final Map<String, String> collations = new HashMap<>();

    KnownDefinitions(Map<String, String> collations) {
        this.collations.putAll(collations);
    }

    void put(TableDefinition table) {
        tables.put(table.id(), table);
    }

    @Override
    public Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(tables.get(id));
    }

    @Override
    public Collection<TableDefinition> definitions() {
        return List.copyOf(tables.values());
    }

    @Override
    public Optional<String> collationOf(String database) {
        return Optional.ofNullable(collations.get(database));
    }

    static boolean hasColumn(KnownDefinitions known, String column) {
        return known.tables.values().stream()
                .flatMap(table -> table.columns().stream())
                .anyMatch(one -> one.name().equals(column));
    }

    void take(DefinitionPlan plan) {
        List<TableChange> changes = changes(plan);
        for (TableChange change : changes) {
            if (change.before() != null) {
                tables.remove(change.before().id());
            }
        }
        for (TableChange change : changes) {
            if (change.after() != null) {
                put(change.after());
            }
        }
        if (plan instanceof Follow follow) {
            for (DatabaseChange change : follow.databases()) {
                String collation = change.collation();
                if (collation == null) {
                    collations.remove(change.name());
                } else {
                    collations.put(change.name(), collation);
                }
            }
        }
    }

    static List<TableChange> changes(DefinitionPlan plan) {
        if (plan instanceof Follow follow) {
            return follow.changes();
        }
        if (plan instanceof CopyAgain copy) {
            return copy.changes();
        }
        return plan instanceof Hold hold && hold.changes() != null ? hold.changes() : List.of();
    }
}
