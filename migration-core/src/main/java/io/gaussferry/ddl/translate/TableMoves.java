package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Renames tables on the target, with the indexes and constraints whose names come from theirs. Tables may change places. */
final class TableMoves {

    private static final String WAITING = "gaussferry_renamed_";

    private final Conversion conversion;
    private final List<TargetStep> steps = new ArrayList<>();

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
                TableId waiting = new TableId(source(evolution).schema(), WAITING + later.size());
                move(before, waiting);
                later.add(() -> move(before.withTarget(waiting), to));
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

    private void move(TableDefinition table, TableId to) {
        TableId from = table.targetId();
        TableId here = from;
        if (!from.schema().equals(to.schema())) {
            steps.add(TargetObjects.createSchema(to.schema()));
            steps.add(new TargetStep(TargetObjects.alter(from) + "SET SCHEMA " + TargetObjects.quoted(to.schema())));
            here = new TableId(to.schema(), from.name());
        }
        if (!here.name().equals(to.name())) {
            steps.add(new TargetStep(TargetObjects.alter(here) + "RENAME TO " + TargetObjects.quoted(to.name())));
        }
        TargetSchema old = TargetSchema.of(table, conversion);
        TargetSchema now = TargetSchema.of(table.withTarget(to), conversion);
        if (old.primaryKey() != null) {
            rename(to, TargetObjects.primaryKey(from), TargetObjects.primaryKey(to));
        }
        for (int i = 0; i < old.indexes().size(); i++) {
            rename(to, old.indexes().get(i).name(), now.indexes().get(i).name());
        }
        for (TargetSchema.Column column : old.columns()) {
            steps.addAll(DolphinTypes.rename(to, column.name(), column.type(), from.name(), column.name()));
        }
        for (int i = 0; i < old.columns().size(); i++) {
            TargetSchema.Check then = old.columns().get(i).members();
            TargetSchema.Check members = now.columns().get(i).members();
            if (then != null && members != null && !then.name().equals(members.name())) {
                steps.add(TargetObjects.renameConstraint(to, then.name(), members.name()));
            }
        }
    }

    private void rename(TableId table, String from, String to) {
        if (!from.equals(to)) {
            steps.add(TargetObjects.renameIndex(table, from, to));
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
                        .ifPresent(other -> steps.add(
                                TargetObjects.renameConstraint(after.targetId(), check.name(), other.name())));
            }
        }
        return steps;
    }
}
