package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.Collations;
import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.plan.DefinitionPlan.DatabaseChange;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlan.Nothing;
import io.gaussferry.ddl.statement.CharacterSetSpec;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Optional;

/** Plans statements that create, alter or drop a database, which corresponds to a schema on the target. */
final class DatabasePlanner {

    private final FollowSettings settings;

    DatabasePlanner(FollowSettings settings) {
        this.settings = settings;
    }

    /** Returns the plan; empty for a statement about tables. */
    Optional<DefinitionPlan> plan(
            DefinitionStatement statement, DefinitionSource definitions, StatementContext context) {
        if (statement instanceof CreateDatabase create) {
            boolean exists = create.ifNotExists()
                    && definitions.collationOf(create.name()).isPresent();
            return Optional.of(
                    exists ? noReplicatedTable() : changed(create.name(), create.characters(), definitions, context));
        }
        if (statement instanceof AlterDatabase alter) {
            String name = alter.name().isEmpty() ? context.database() : alter.name();
            return Optional.of(changed(name, alter.characters(), definitions, context));
        }
        return statement instanceof DropDatabase drop ? dropped(drop.name(), definitions) : Optional.empty();
    }

    private static Nothing noReplicatedTable() {
        return new Nothing("It affects no replicated table.");
    }

    /** Plans a new default collation. The schema itself is created with its first table. */
    private DefinitionPlan changed(
            String name, CharacterSetSpec characters, DefinitionSource definitions, StatementContext context) {
        if (!settings.schemas().test(name)) {
            return noReplicatedTable();
        }
        String inherited = definitions.collationOf(name).orElse(context.serverCollation());
        if (inherited == null && characters.isEmpty()) {
            return noReplicatedTable();
        }
        String collation = new Collations(context).of(characters, inherited == null ? "binary" : inherited);
        return new Follow(List.of(), List.of(new DatabaseChange(name, collation)), List.of(), List.of(), List.of());
    }

    /**
     * Plans the drop of a database: its tables are dropped like others. Other objects in the schema on the target do
     * not belong to the source.
     */
    private Optional<DefinitionPlan> dropped(String name, DefinitionSource definitions) {
        if (!settings.schemas().test(name)) {
            return Optional.of(noReplicatedTable());
        }
        List<TableDefinition> tables = definitions.definitions().stream()
                .filter(table -> table.id().schema().equals(name))
                .toList();
        if (tables.isEmpty()) {
            return Optional.of(
                    new Follow(List.of(), List.of(new DatabaseChange(name, null)), List.of(), List.of(), List.of()));
        }
        if (settings.dropSchemas()) {
            return Optional.empty();
        }
        return Optional.of(new Hold(
                "It drops database " + name + ", which has replicated tables (" + tables.size()
                        + "), and dropping the target's tables is not allowed",
                "set gaussferry.ddl.drop-schemas: true, or drop the tables on the target by hand and skip"
                        + " the statement",
                tables.stream().map(table -> new TableChange(table, null)).toList(),
                tables.stream()
                        .map(table -> new TargetStep("DROP TABLE " + Identifiers.quoteTarget(table.targetId())))
                        .toList()));
    }
}
