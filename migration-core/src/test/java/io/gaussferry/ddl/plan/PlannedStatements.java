package io.gaussferry.ddl.plan;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The definitions of database {@code shop}, and plans for statements. Tables with {@code elsewhere} in their names are not replicated. */
final class PlannedStatements implements DefinitionSource {

    private final Map<TableId, TableDefinition> tables = new TreeMap<>();
    private final Set<String> awaitingCopy = new HashSet<>();
    private final DefinitionPlanner planner;

    /** @param cascadesLogged whether the source's binlog contains the row changes of foreign key actions */
    PlannedStatements(boolean cascadesLogged) {
        this(cascadesLogged, false);
    }

    /** @param ignoresNameCase whether the source ignores case in table names */
    PlannedStatements(boolean cascadesLogged, boolean ignoresNameCase) {
        this.planner = new DefinitionPlanner(new FollowSettings(
                new Conversion(
                        new TargetProfile(Product.POSTGRESQL, "PostgreSQL 18", "PG", false),
                        ConversionRules.defaults()),
                schema -> true,
                table -> !table.name().contains("elsewhere") && !awaitingCopy.contains(table.name()),
                name -> name,
                ForeignKeyPolicy.CREATE,
                cascadesLogged,
                false,
                ignoresNameCase));
    }

    /** Returns the plan for a statement without applying it. */
    DefinitionPlan plan(String statement) {
        return planner.plan(new StatementContext("shop", statement), this);
    }

    /** Returns the plan for a statement of a session with {@code foreign_key_checks = 0}. */
    DefinitionPlan planUnchecked(String statement) {
        return planner.plan(new StatementContext("shop", statement).withoutForeignKeyChecks(), this);
    }

    /** Applies statements to the definitions. */
    PlannedStatements with(String... statements) {
        for (String statement : statements) {
            for (TableChange change : ((Follow) plan(statement)).changes()) {
                if (change.after() != null) {
                    tables.put(change.after().id(), change.after());
                }
            }
        }
        return this;
    }

    /** Marks a table as awaiting a copy; its definition no longer changes. */
    PlannedStatements awaitCopy(String table) {
        awaitingCopy.add(table);
        return this;
    }

    /**
     * Marks rows of a table as possibly misplaced: in a different partition from the one that their values determine.
     */
    void markMisplaced(String table) {
        tables.computeIfPresent(new TableId("shop", table), (id, definition) -> definition.withPlacement(false));
    }

    /** Returns the reason for holding a statement; empty if it is not held. */
    Optional<String> held(String statement) {
        return plan(statement) instanceof Hold hold ? Optional.of(hold.reason()) : Optional.empty();
    }

    /** Returns the reasons for copying tables with rows again. */
    List<String> copied(String statement) {
        DefinitionPlan plan = plan(statement);
        List<String> reasons = new ArrayList<>();
        if (plan instanceof CopyAgain copy) {
            reasons.add(copy.reason());
        } else if (plan instanceof Follow follow) {
            for (TargetStep step : follow.steps()) {
                step.guards().stream()
                        .filter(guard -> guard.otherwise() == Otherwise.COPY_AGAIN)
                        .map(Guard::reason)
                        .forEach(reasons::add);
            }
        }
        return reasons;
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
        return Optional.of("utf8mb4_0900_ai_ci");
    }
}
