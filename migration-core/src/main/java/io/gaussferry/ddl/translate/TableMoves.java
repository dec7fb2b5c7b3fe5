package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Renames tables on the target, with the indexes and constraints whose names come from theirs. Tables may change places. */
final class TableMoves {

    private final Conversion conversion;
    private final List<TargetStep> steps = new ArrayList<>();
    private int waiting;

    private TableMoves(Conversion conversion) {
        this.conversion = conversion;
    }

    /** Returns the steps for tables that are there before and afterwards. */
    static List<TargetStep> steps(List<Evolution> evolutions, Conversion conversion) {
        TableMoves moves = new TableMoves(conversion);
        moves.move(evolutions);
        return moves.steps;
    }

    private void move(List<Evolution> evolutions) {
        List<Evolution> moved = evolutions.stream()
                .filter(evolution -> evolution.before() != null && evolution.after() != null)
                .filter(evolution -> !source(evolution).equals(destination(evolution)))
                .toList();
        Set<TableId> taken = new HashSet<>();
        moved.forEach(evolution -> taken.add(source(evolution)));
        List<Runnable> later = new ArrayList<>();
        for (Evolution evolution : moved) {
            TableDefinition before = Objects.requireNonNull(evolution.before());
            TableId to = destination(evolution);
            if (taken.contains(to)) {
                TableId place = waiting(source(evolution).schema());
                move(before, place);
                later.add(() -> move(before.withTarget(place), to));
            } else {
                move(before, to);
            }
            taken.remove(source(evolution));
            taken.add(to);
        }
        later.forEach(Runnable::run);
    }

    private static TableId source(Evolution evolution) {
        return Objects.requireNonNull(evolution.before()).targetId();
    }

    private static TableId destination(Evolution evolution) {
        return Objects.requireNonNull(evolution.after()).targetId();
    }

    private TableId waiting(String schema) {
        return new TableId(schema, NameExchange.waiting(waiting++));
    }

    /** Into another schema a table goes under names that nothing has there. */
    private void move(TableDefinition table, TableId to) {
        if (table.targetId().schema().equals(to.schema())) {
            rename(table, to);
            return;
        }
        TableId from = waiting(table.targetId().schema());
        rename(table, from);
        steps.add(TargetObjects.createSchema(to.schema()));
        steps.add(new TargetStep(TargetObjects.alter(from) + "SET SCHEMA " + TargetObjects.quoted(to.schema())));
        rename(table.withTarget(new TableId(to.schema(), from.name())), to);
    }

    private void rename(TableDefinition table, TableId to) {
        TableId from = table.targetId();
        steps.add(new TargetStep(
                TargetObjects.alter(from) + "RENAME TO " + TargetObjects.quoted(to.name()),
                List.of(TargetObjects.mustBeFree(to))));
        TargetSchema old = TargetSchema.of(table, conversion);
        TargetSchema now = TargetSchema.of(table.withTarget(to), conversion);
        if (old.primaryKey() != null) {
            steps.add(TargetObjects.renamePrimaryKey(
                    to, TargetNames.primaryKey(from.name()), TargetNames.primaryKey(to.name())));
        }
        for (int i = 0; i < old.indexes().size(); i++) {
            steps.add(TargetObjects.renameIndex(
                    to, old.indexes().get(i).name(), now.indexes().get(i).name()));
        }
        for (int i = 0; i < old.columns().size(); i++) {
            TargetSchema.Column column = old.columns().get(i);
            steps.addAll(DolphinTypes.rename(to, column.name(), column.type(), from.name(), column.name()));
            TargetSchema.Check then = column.members();
            TargetSchema.Check members = now.columns().get(i).members();
            if (then != null && members != null && !then.name().equals(members.name())) {
                steps.add(TargetObjects.renameConstraint(to, NameQueries.CHECK, then.name(), members.name()));
            }
        }
    }

    /** Returns the names of constraints that come from the table's at the source, and the steps that change them. */
    static List<TargetStep> constraints(TableDefinition before, TableDefinition after, Conversion conversion) {
        List<TargetStep> steps = new ArrayList<>();
        TargetSchema old = TargetSchema.of(before, conversion);
        TargetSchema now = TargetSchema.of(after, conversion);
        for (TargetSchema.Check check : old.checks()) {
            boolean gone = now.checks().stream().noneMatch(other -> other.name().equals(check.name()));
            if (gone) {
                now.checks().stream()
                        .filter(other -> other.condition().equals(check.condition()))
                        .filter(other -> old.checks().stream()
                                .noneMatch(known -> known.name().equals(other.name())))
                        .findFirst()
                        .ifPresent(other -> steps.add(TargetObjects.renameConstraint(
                                after.targetId(), NameQueries.CHECK, check.name(), other.name())));
            }
        }
        return steps;
    }
}
