package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.evolve.Definitions;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.evolve.UnknownDefinitionException;
import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.DatabaseChange;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlan.Nothing;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTableLike;
import io.gaussferry.ddl.statement.DefinitionStatement.DropDatabase;
import io.gaussferry.ddl.statement.DefinitionStatement.IrrelevantStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.UnparsedStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.Writing;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.ddl.translate.ForeignKeyDifference;
import io.gaussferry.ddl.translate.ForeignKeyDifference.Circumstances;
import io.gaussferry.ddl.translate.Recomputation;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.Translator;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CascadeIntoGenerated;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Plans the handling of a statement of the source. Deterministic, queries no server. Thread-safe. */
public final class DefinitionPlanner {

    private static final String BY_HAND = "make the same change on the target by hand, then skip the statement";

    private static final String OTHER_KEY =
            "drop the column or the key's action at the source, and skip the statement; or exclude the table"
                    + " (gaussferry.source.tables.exclude) and start again";

    private static final String OTHER_ENGINE =
            "give the table the engine InnoDB at the source, request a copy (gaussferry copy --config FILE --table NAME"
                    + " --replace), and start again; or exclude the table (gaussferry.source.tables.exclude)";

    private final FollowSettings settings;

    /** @param settings the replicated tables, and the conversion */
    public DefinitionPlanner(FollowSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the plan for a statement.
     *
     * @param context the statement and the state of its session; a statement that changes rows instead of definitions
     *     is held
     * @param definitions the definitions before the statement
     */
    public DefinitionPlan plan(StatementContext context, DefinitionSource definitions) {
        DefinitionStatement statement = StatementParser.parse(context);
        if (statement instanceof IrrelevantStatement rowless) {
            return new Nothing(
                    "It changes neither the definition nor the rows of a table (" + rowless.what() + ").",
                    rowless.object() == null ? List.of() : List.of(rowless.object()));
        }
        if (statement instanceof Writing writing) {
            return hold("It changes rows, or may change rows, and the binlog contains it as a statement ("
                    + writing.what() + ")");
        }
        if (statement instanceof UnparsedStatement unreadable) {
            return unreadable.mayChange(context.database(), List.of(), settings.schemas(), settings.tables())
                    ? hold("Its effect is unknown: " + unreadable.problem())
                    : new Nothing("It changes no replicated table.");
        }
        DefinitionStatement named =
                settings.ignoresNameCase() ? new NameFolding(definitions).apply(statement) : statement;
        Optional<DefinitionPlan> ofDatabase = new DatabasePlanner(settings).plan(named, definitions, context);
        return ofDatabase.orElseGet(() -> ofTables(named, definitions, context));
    }

    private static Hold hold(String reason) {
        return new Hold(reason, BY_HAND, null, List.of());
    }

    private DefinitionPlan ofTables(
            DefinitionStatement statement, DefinitionSource definitions, StatementContext context) {
        Optional<String> engine = EngineRule.objection(statement, settings.tables());
        if (engine.isPresent()) {
            return new Hold(engine.get(), OTHER_ENGINE, null, List.of());
        }
        NamedTables named = NamedTables.of(statement, definitions);
        if (named.all().stream().noneMatch(settings.tables())) {
            return new Nothing("None of its tables is replicated.");
        }
        for (TableId table : named.altered()) {
            if (settings.tables().test(table) && definitions.find(table).isEmpty()) {
                return hold("The definition of table " + table + " before the statement is unknown");
            }
        }
        Optional<CopyAgain> unknown = copiedOnCreation(statement, definitions);
        if (unknown.isPresent()) {
            return unknown.get();
        }
        List<Evolution> evolutions;
        try {
            evolutions = new Definitions(definitions, settings.targetNames(), context).evolve(statement);
        } catch (UnknownDefinitionException e) {
            return hold("The resulting definition is uncertain: " + e.getMessage());
        }
        List<DatabaseChange> databases =
                statement instanceof DropDatabase drop ? List.of(new DatabaseChange(drop.name(), null)) : List.of();
        return translate(
                named,
                withoutUnreplicated(evolutions),
                databases,
                definitions,
                new Recomputation(statement, context),
                context);
    }

    /**
     * Returns the copy of a table that is created like an unreplicated table, or from a query. A table that is created
     * like one awaiting a copy gets the definition that was current at that table's copy.
     */
    private Optional<CopyAgain> copiedOnCreation(DefinitionStatement statement, DefinitionSource definitions) {
        if (statement instanceof CreateTableLike like
                && (definitions.find(like.model()).isEmpty()
                        || !settings.tables().test(like.model()))) {
            return Optional.of(
                    copy(like.table(), "It is created like table " + like.model() + ", which is not replicated."));
        }
        if (statement instanceof CreateTable create && create.selects()) {
            return Optional.of(copy(create.table(), "It is filled from a query."));
        }
        return Optional.empty();
    }

    private static CopyAgain copy(TableId table, String reason) {
        return new CopyAgain(Set.of(table), List.of(), List.of(), reason);
    }

    /**
     * Turns the rename of a table to a name that is not replicated into a drop. Tables that await a copy stay
     * unchanged.
     */
    private List<Evolution> withoutUnreplicated(List<Evolution> evolutions) {
        List<Evolution> left = new ArrayList<>();
        for (Evolution evolution : evolutions) {
            TableDefinition after = evolution.after();
            if (after == null || settings.tables().test(after.id())) {
                left.add(evolution);
            } else if (evolution.before() != null
                    && settings.tables().test(evolution.before().id())) {
                left.add(new Evolution(
                        evolution.before(),
                        null,
                        evolution.columnOrigins(),
                        evolution.indexOrigins(),
                        evolution.rows()));
            }
        }
        return left;
    }

    private DefinitionPlan translate(
            NamedTables named,
            List<Evolution> evolutions,
            List<DatabaseChange> databases,
            DefinitionSource definitions,
            Recomputation recomputation,
            StatementContext context) {
        List<TableChange> changes = evolutions.stream()
                .filter(evolution -> !Objects.equals(evolution.before(), evolution.after())
                        || evolution.rows().removal() != Evolution.Removal.NONE
                        || recomputation.reason(evolution).isPresent())
                .map(evolution -> new TableChange(
                        evolution.before(), evolution.after(), evolution.rows().removal() == Evolution.Removal.ALL))
                .toList();
        Optional<String> merged = merged(evolutions, definitions);
        if (merged.isPresent()) {
            return new Hold(merged.get(), BY_HAND, changes, List.of());
        }
        Optional<String> replaced = replaced(evolutions);
        if (replaced.isPresent() && !named.renames().isEmpty()) {
            return hold("It renames a table that must be copied again: " + replaced.get());
        }
        ForeignKeyDifference foreignKeys = new ForeignKeyDifference(
                definitions.definitions(),
                evolutions,
                new Circumstances(
                        settings.foreignKeys(),
                        settings.cascadesLogged(),
                        context.foreignKeyChecks(),
                        // A replicated table without a definition does not exist.
                        settings.tables().negate(),
                        named.newlyReplicated(id -> definitions.find(id).isPresent(), settings.tables())));
        Translator translator = new Translator(settings.conversion(), foreignKeys, context);
        List<TargetStep> steps;
        List<String> notes;
        try {
            steps = new ArrayList<>(recomputation.steps(evolutions));
            steps.addAll(
                    replaced.isEmpty() || evolutions.size() > 1
                            ? translator.steps(evolutions)
                            : translator.stepsBeforeCopy(evolutions));
            notes = new ArrayList<>(translator.notes(evolutions));
        } catch (GaussferryException e) {
            return new Hold(e.problem(), String.valueOf(e.remedy()), changes, List.of());
        }
        if (!foreignKeys.unrepeated().isEmpty()) {
            return MissingActionHold.hold(foreignKeys.unrepeated(), changes, steps);
        }
        Optional<String> cascade = cascadeIntoGenerated(evolutions);
        if (cascade.isPresent()) {
            return new Hold(cascade.get(), OTHER_KEY, changes, steps);
        }
        Optional<CopyAgain> copied = copied(named, evolutions, changes, steps, definitions);
        if (copied.isPresent()) {
            return copied.get();
        }
        for (Evolution evolution : evolutions) {
            if (evolution.after() == null && named.renames().size() > 0) {
                notes.add("Table " + Objects.requireNonNull(evolution.before()).label()
                        + " now has a name that is not replicated, and is dropped on the target.");
            }
        }
        return changes.isEmpty() && steps.isEmpty()
                ? new Nothing("It changes nothing that Gaussferry replicates of its tables.")
                : new Follow(changes, databases, steps, translator.stepsBeforeCopy(evolutions), notes);
    }

    /**
     * Returns the reason if a table gets a key whose unlogged action changes a generated column; empty if none does.
     */
    private Optional<String> cascadeIntoGenerated(List<Evolution> evolutions) {
        if (settings.cascadesLogged()) {
            return Optional.empty();
        }
        return evolutions.stream()
                .filter(evolution ->
                        evolution.after() != null && !evolution.after().equals(evolution.before()))
                .flatMap(evolution -> CascadeIntoGenerated.of(Objects.requireNonNull(evolution.after())).stream()
                        .filter(found -> evolution.before() == null
                                || !CascadeIntoGenerated.of(evolution.before()).contains(found)))
                .map(CascadeIntoGenerated::problem)
                .findFirst();
    }

    /**
     * Returns the reason why a table must be copied again regardless of the target's rows, so that no step on it is
     * needed; empty if none must.
     */
    private static Optional<String> replaced(List<Evolution> evolutions) {
        return evolutions.stream()
                .flatMap(evolution -> Optional.ofNullable(evolution.rows().replaced()).stream())
                .findFirst();
    }

    private Optional<CopyAgain> copied(
            NamedTables named,
            List<Evolution> evolutions,
            List<TableChange> changes,
            List<TargetStep> steps,
            DefinitionSource definitions) {
        Set<TableId> tables =
                new TreeSet<>(named.newlyReplicated(id -> definitions.find(id).isPresent(), settings.tables()));
        @Nullable
        String reason =
                tables.isEmpty() ? null : "The rows of a table that was renamed to a replicated name are unknown.";
        for (Evolution evolution : evolutions) {
            String replaced = evolution.rows().replaced();
            if (replaced != null) {
                tables.add(Objects.requireNonNull(evolution.after()).id());
                reason = "The binlog does not contain the rows of table "
                        + Objects.requireNonNull(evolution.after()).id() + ": " + replaced
                        + ".";
            }
        }
        if (reason == null && evolutions.isEmpty() && !named.altered().isEmpty()) {
            // A partition of an unreplicated table was exchanged with a replicated table.
            named.all().stream().filter(settings.tables()).forEach(tables::add);
            reason = "It was exchanged with a partition of a table that is not replicated.";
        } else if (reason != null) {
            named.all().stream()
                    .filter(settings.tables())
                    .filter(id -> named.renames().isEmpty())
                    .forEach(tables::add);
        }
        return reason == null ? Optional.empty() : Optional.of(new CopyAgain(tables, changes, steps, reason));
    }

    /**
     * Returns the reason if a statement changes a table that is merged with others on the target: the source alters
     * such tables one by one.
     */
    private static Optional<String> merged(List<Evolution> evolutions, DefinitionSource definitions) {
        Collection<TableDefinition> definitionsAfter =
                ForeignKeyDifference.afterwards(definitions.definitions(), evolutions);
        for (Collection<TableDefinition> all : List.of(definitions.definitions(), definitionsAfter)) {
            Set<TableId> seen = new HashSet<>();
            Set<TableId> shared = new HashSet<>();
            all.forEach(table -> {
                if (!seen.add(table.targetId())) {
                    shared.add(table.targetId());
                }
            });
            for (Evolution evolution : evolutions) {
                for (TableDefinition table : java.util.Arrays.asList(evolution.before(), evolution.after())) {
                    if (table != null && shared.contains(table.targetId())) {
                        return Optional.of("Table " + table.label() + " is merged with other tables on the target");
                    }
                }
            }
        }
        return Optional.empty();
    }
}
