package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.evolve.Evolution.Removal;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.PartitionLayout;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Translates changes of the source's tables to steps on the target, by the design of the initial copy. */
public final class Translator {

    private final Conversion conversion;
    private final ForeignKeyDifference foreignKeys;
    private final StatementContext context;

    /**
     * Creates a translator for one statement.
     *
     * @param conversion the column types on the target
     * @param foreignKeys the foreign keys of all replicated tables, before and after the statement
     * @param context the state of the session
     */
    public Translator(Conversion conversion, ForeignKeyDifference foreignKeys, StatementContext context) {
        this.conversion = conversion;
        this.foreignKeys = foreignKeys;
        this.context = context;
    }

    /**
     * Returns the steps.
     *
     * @throws io.gaussferry.error.GaussferryException if the target would truncate or refuse a name
     */
    public List<TargetStep> steps(List<Evolution> evolutions) {
        evolutions.stream()
                .flatMap(evolution -> Stream.ofNullable(evolution.after()))
                .forEach(table -> TargetNames.require(table, conversion.target()));
        TableMoves moves = new TableMoves(evolutions, conversion);
        List<TargetStep> steps = new ArrayList<>(moves.steps());
        steps.addAll(foreignKeys.dropped());
        for (Evolution evolution : evolutions) {
            if (evolution.after() == null) {
                TableDefinition dropped = Objects.requireNonNull(evolution.before());
                steps.add(new TargetStep(
                        "DROP TABLE IF EXISTS " + ObjectStatements.quoted(moves.dropped(dropped.targetId()))));
            } else if (evolution.rows().removal() != Removal.NONE) {
                steps.addAll(removed(evolution));
            }
        }
        for (Evolution evolution : evolutions) {
            if (evolution.before() != null && evolution.after() != null) {
                steps.addAll(changed(evolution));
            }
        }
        for (Evolution evolution : evolutions) {
            if (evolution.before() == null) {
                steps.addAll(created(Objects.requireNonNull(evolution.after())));
            }
        }
        steps.addAll(foreignKeys.added());
        return steps;
    }

    /**
     * Returns the steps before the changed tables are copied again: the foreign keys that the source no longer has would bind them, and tables
     * that get another name are created under it.
     */
    public List<TargetStep> stepsBeforeCopy(List<Evolution> evolutions) {
        Set<TableId> names = new TreeSet<>();
        Set<TableId> formerNames = new TreeSet<>();
        for (Evolution evolution : evolutions) {
            Stream.ofNullable(evolution.after()).forEach(table -> names.add(table.targetId()));
            Stream.ofNullable(evolution.before()).forEach(table -> formerNames.add(table.targetId()));
        }
        List<TargetStep> steps = new ArrayList<>();
        formerNames.stream()
                .filter(former -> !names.contains(former))
                .forEach(
                        former -> steps.add(new TargetStep("DROP TABLE IF EXISTS " + ObjectStatements.quoted(former))));
        steps.addAll(foreignKeys.removed(table -> formerNames.contains(table) || !names.contains(table)));
        return steps;
    }

    private List<TargetStep> created(TableDefinition table) {
        TargetSchema design = TargetSchema.of(table, conversion);
        List<TargetStep> steps = new ArrayList<>();
        steps.add(ObjectStatements.createSchema(table.targetId().schema()));
        steps.add(new TargetStep(design.createTable(), List.of(ObjectStatements.mustBeFree(table.targetId()))));
        design.comments().forEach(comment -> steps.add(new TargetStep(comment)));
        design.indexes().forEach(index -> steps.add(ObjectStatements.createIndex(design, index)));
        design.checks().forEach(check -> steps.add(ObjectStatements.addCheck(table, check)));
        return steps;
    }

    private List<TargetStep> changed(Evolution evolution) {
        TableDefinition after = Objects.requireNonNull(evolution.after());
        TableDefinition moved = Objects.requireNonNull(evolution.before()).withTarget(after.targetId());
        List<TargetStep> steps = new ArrayList<>();
        TableDefinition named = moved;
        if (!moved.id().equals(after.id())) {
            steps.addAll(TableMoves.constraints(moved, after, conversion));
            named = withId(moved, after);
        }
        steps.addAll(TableTranslation.of(evolution, named, conversion, context));
        return steps;
    }

    /** Returns the table with its new name, and with the new names of checks that derive from it. */
    private static TableDefinition withId(TableDefinition table, TableDefinition after) {
        TableExtras extras = table.extras();
        List<CheckDefinition> checks = new ArrayList<>();
        for (CheckDefinition check : extras.checks()) {
            Optional<CheckDefinition> same = after.extras().checks().stream()
                    .filter(other -> other.clause().equals(check.clause()) && other.enforced() == check.enforced())
                    .findFirst();
            checks.add(same.orElse(check));
        }
        return new TableDefinition(
                after.id(), table.targetId(), table.columns(), table.indexes(), extras.withChecks(checks));
    }

    private List<TargetStep> removed(Evolution evolution) {
        TableDefinition table = Objects.requireNonNull(evolution.before());
        TableId id = table.targetId();
        if (evolution.rows().removal() == Removal.ALL) {
            return foreignKeys.emptied(table);
        }
        List<String> partitions = evolution.rows().partitions();
        PartitionLayout layout = TargetSchema.of(table, conversion).partitions();
        if (layout == null) {
            return List.of(deleted(table, partitions, null));
        }
        // the native statement would change the answer; it applies to an empty table, too
        return List.of(
                deleted(table, partitions, isPlaced(table) ? layout.exactlyOf(id) : null),
                PartitionSteps.removed(evolution, layout));
    }

    /** @param unless a query: if it returns a row, the rows are removed otherwise; null if they are not */
    private static TargetStep deleted(TableDefinition table, List<String> partitions, @Nullable String unless) {
        TableId id = table.targetId();
        return PartitionRows.condition(table, partitions)
                .filter(condition -> isPlaced(table))
                .map(condition -> new TargetStep(
                        "DELETE FROM " + ObjectStatements.quoted(id) + " WHERE " + condition,
                        List.of(ObjectStatements.mustNotAct(id)),
                        unless))
                .orElse(new TargetStep(
                        "SELECT 1",
                        List.of(ObjectStatements.mustBeEmpty(
                                id,
                                "The rows of partition " + String.join(", ", partitions) + " of table " + table.id()
                                        + " cannot be determined on the target.")),
                        unless));
    }

    /**
     * Returns whether all rows are in the partition that their values determine. A misplaced row is not removed with
     * that partition.
     */
    private static boolean isPlaced(TableDefinition table) {
        Partitioning partitioning = table.extras().partitioning();
        return partitioning != null && partitioning.placed();
    }

    /** Returns the limitations of the tables, as sentences. */
    public List<String> notes(List<Evolution> evolutions) {
        List<String> notes = new ArrayList<>();
        for (Evolution evolution : evolutions) {
            TableDefinition after = evolution.after();
            if (after != null) {
                notes.addAll(TableTranslation.notes(evolution.before(), after, conversion));
            }
        }
        notes.addAll(foreignKeys.limitations());
        notes.addAll(foreignKeys.unchecked());
        return notes;
    }
}
