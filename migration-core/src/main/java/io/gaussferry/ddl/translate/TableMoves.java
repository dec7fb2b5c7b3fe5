package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Renames tables on the target, with the indexes and constraints whose names derive from theirs. Tables may exchange
 * names.
 */
final class TableMoves {

    private final Conversion conversion;
    private final List<TargetStep> steps = new ArrayList<>();
    private final Map<TableId, TableId> left = new HashMap<>();
    private final Set<TableId> destinations = new HashSet<>();
    private int waiting;

    /** @param evolutions what a statement makes of tables */
    TableMoves(List<Evolution> evolutions, Conversion conversion) {
        this.conversion = conversion;
        List<Evolution> moved = evolutions.stream()
                .filter(evolution -> evolution.before() != null && evolution.after() != null)
                .filter(evolution -> !source(evolution).equals(destination(evolution)))
                .toList();
        moved.forEach(evolution -> destinations.add(destination(evolution)));
        leave(evolutions);
        move(moved);
    }

    /** Returns the steps for tables that exist before and after the statement. */
    List<TargetStep> steps() {
        return List.copyOf(steps);
    }

    /** Returns the name that a table has after the steps, if the statement drops it. */
    TableId dropped(TableId table) {
        return left.getOrDefault(table, table);
    }

    /** A table that is to be dropped leaves its name to the one that gets it. */
    private void leave(List<Evolution> evolutions) {
        for (Evolution evolution : evolutions) {
            TableDefinition before = evolution.before();
            if (evolution.after() == null && before != null && destinations.contains(before.targetId())) {
                TableId temporary = waiting(before.targetId().schema());
                move(before, temporary);
                left.put(before.targetId(), temporary);
            }
        }
    }

    private void move(List<Evolution> moved) {
        Set<TableId> taken = new HashSet<>();
        moved.forEach(evolution -> taken.add(source(evolution)));
        List<Runnable> later = new ArrayList<>();
        for (Evolution evolution : moved) {
            TableDefinition before = Objects.requireNonNull(evolution.before());
            TableId to = destination(evolution);
            if (taken.contains(to)) {
                TableId temporary = waiting(source(evolution).schema());
                move(before, temporary);
                later.add(() -> move(before.withTarget(temporary), to));
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
        return new TableId(schema, RenameSequence.waiting(waiting++));
    }

    /** A table goes to another schema under temporary names, which no object has there. */
    private void move(TableDefinition table, TableId to) {
        if (table.targetId().schema().equals(to.schema())) {
            rename(table, to);
            return;
        }
        TableId from = waiting(table.targetId().schema());
        rename(table, from);
        steps.add(ObjectStatements.createSchema(to.schema()));
        steps.add(new TargetStep(ObjectStatements.alter(from) + "SET SCHEMA " + ObjectStatements.quoted(to.schema())));
        rename(table.withTarget(new TableId(to.schema(), from.name())), to);
    }

    private void rename(TableDefinition table, TableId to) {
        TableId from = table.targetId();
        steps.add(new TargetStep(
                ObjectStatements.alter(from) + "RENAME TO " + ObjectStatements.quoted(to.name()),
                List.of(ObjectStatements.mustBeFree(to))));
        TargetSchema old = TargetSchema.of(table, conversion);
        TargetSchema now = TargetSchema.of(table.withTarget(to), conversion);
        if (old.primaryKey() != null) {
            steps.add(ObjectStatements.renamePrimaryKey(
                    to,
                    TargetNames.primaryKey(from.name()),
                    withoutTable(to.schema(), TargetNames.primaryKey(to.name()))));
        }
        for (int i = 0; i < old.indexes().size(); i++) {
            steps.add(ObjectStatements.renameIndex(
                    to,
                    old.indexes().get(i).name(),
                    withoutTable(to.schema(), now.indexes().get(i).name())));
        }
        for (int i = 0; i < old.columns().size(); i++) {
            TargetSchema.Column column = old.columns().get(i);
            steps.addAll(DolphinTypes.rename(to, column.name(), column.type(), from.name(), column.name()));
            TargetSchema.Check then = column.members();
            TargetSchema.Check members = now.columns().get(i).members();
            if (then != null && members != null && !then.name().equals(members.name())) {
                steps.add(ObjectStatements.renameConstraint(to, NameQueries.CHECK, then.name(), members.name()));
            }
        }
    }

    /** Returns the first candidate that no other table is going to get: it may get it only later. */
    private String withoutTable(String schema, String wanted) {
        return TargetNames.candidates(wanted).stream()
                .filter(name -> !destinations.contains(new TableId(schema, name)))
                .findFirst()
                .orElse(wanted);
    }

    /** Returns the steps that rename constraints whose names derive from the table's at the source. */
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
                        .ifPresent(other -> steps.add(ObjectStatements.renameConstraint(
                                after.targetId(), NameQueries.CHECK, check.name(), other.name())));
            }
        }
        return steps;
    }
}
