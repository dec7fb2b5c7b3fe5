package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.AlterAction.Algorithm;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.OptimizeTables;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.GeneratedColumns;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Finds generated columns that MySQL recomputes during a statement, without row events: after a change of a column that
 * they depend on or of their own declaration, and whenever MySQL copies the rows to a new table ({@code
 * ALGORITHM=COPY}). The binlog does not contain the algorithm: {@code old_alter_table} and engines without online
 * alteration make every ALTER TABLE a copy. A copy changes the values that depend on settings of the session. The table
 * must be empty if a value may differ.
 */
public final class Recomputation {

    private final DefinitionStatement statement;
    private final StatementContext context;

    /**
     * Creates an instance for one statement.
     *
     * @param statement the statement
     * @param context the state of its session
     */
    public Recomputation(DefinitionStatement statement, StatementContext context) {
        this.statement = statement;
        this.context = context;
    }

    /** Returns the steps for all tables, which precede all others. */
    public List<TargetStep> steps(List<Evolution> evolutions) {
        List<TargetStep> steps = new ArrayList<>();
        for (Evolution evolution : evolutions) {
            reason(evolution)
                    .ifPresent(reason -> steps.add(new TargetStep(
                            "SELECT 1",
                            List.of(ObjectStatements.mustBeEmpty(
                                    Objects.requireNonNull(evolution.before()).targetId(), reason)))));
        }
        return steps;
    }

    /** Returns the reason if recomputed values may differ; empty if they cannot. */
    public Optional<String> reason(Evolution evolution) {
        TableDefinition before = evolution.before();
        TableDefinition after = evolution.after();
        if (before == null || after == null) {
            return Optional.empty();
        }
        boolean copied = mayCopyRows(before.id());
        Comparison comparison = new Comparison(evolution, before, after);
        for (ColumnDefinition column : after.columns()) {
            Optional<String> cause = comparison.cause(column, copied);
            if (cause.isPresent()) {
                return Optional.of("Generated column " + column.name() + " of table " + after.id() + " " + cause.get()
                        + ": the new values are not in the binlog");
            }
        }
        return Optional.empty();
    }

    /** Returns whether MySQL may have copied a table's rows one by one to a new table. */
    private boolean mayCopyRows(TableId table) {
        if (statement instanceof OptimizeTables optimize) {
            return optimize.tables().contains(table);
        }
        return statement instanceof AlterTable alter
                && alter.table().equals(table)
                && alter.actions().stream().noneMatch(Recomputation::isInPlace)
                && alter.actions().stream().anyMatch(Recomputation::mayCopyRows);
    }

    private static boolean isInPlace(AlterAction action) {
        return action instanceof Algorithm algorithm && algorithm.isInPlace();
    }

    /**
     * Returns whether an action may copy rows: not if it only renames a table, or changes partitions without evaluating
     * columns.
     */
    private static boolean mayCopyRows(AlterAction action) {
        return !(action instanceof AlterAction.RenameTable
                || action instanceof AlterAction.AddPartitions
                || action instanceof AlterAction.DropPartitions
                || action instanceof AlterAction.TruncatePartitions
                || action instanceof AlterAction.ReorganizePartitions
                || action instanceof AlterAction.RebuildPartitions
                || action instanceof AlterAction.CoalescePartitions
                || action instanceof AlterAction.ExchangePartition
                || action instanceof AlterAction.ReplaceRows
                || (action instanceof AlterAction.NoEffect none && none.affectsPartitions()));
    }

    /** Compares the columns of one table before and after the statement. */
    private final class Comparison {
        private final Evolution evolution;
        private final TableDefinition before;
        private final TableDefinition after;
        private final GeneratedColumns generated;
        private final SessionIndependence independence;

        private Comparison(Evolution evolution, TableDefinition before, TableDefinition after) {
            this.evolution = evolution;
            this.before = before;
            this.after = after;
            this.generated = GeneratedColumns.of(after);
            this.independence = new SessionIndependence(after, context);
        }

        /**
         * Returns the reason for one column. {@link ColumnConversion} and {@link AddedColumn} handle new expressions
         * and added columns.
         */
        private Optional<String> cause(ColumnDefinition column, boolean copied) {
            String expression = after.extras().column(column.name()).generation();
            String origin = evolution.columnOrigins().get(column.name());
            if (expression == null
                    || origin == null
                    || !expression.equals(before.extras().column(origin).generation())) {
                return Optional.empty();
            }
            boolean independent = independence.of(column.name());
            ColumnDefinition was = find(before, origin);
            // A value that did not fit before may fit now.
            boolean sameType =
                    ColumnType.of(column).preserves(was) && ColumnType.of(was).preserves(column);
            if (!sameType || !hasSameCollation(column.name(), origin)) {
                return Optional.of("changes its declaration");
            }
            Set<String> bases = generated.bases(column.name());
            List<String> changed =
                    bases.stream().filter(base -> changes(base, independent)).toList();
            if (!changed.isEmpty()) {
                return Optional.of("is computed from " + String.join(", ", changed) + ", which the statement changes");
            }
            return copied && !independent
                    ? Optional.of("depends on session settings, and may have been recomputed with other settings")
                    : Optional.empty();
        }

        private boolean changes(String base, boolean independent) {
            String origin = evolution.columnOrigins().get(base);
            if (origin == null || !origin.equalsIgnoreCase(base) || !hasSameCollation(base, origin)) {
                return true;
            }
            ColumnAttributes was = before.extras().column(origin);
            ColumnAttributes is = after.extras().column(base);
            boolean sameDefault = Objects.equals(was.defaultText(), is.defaultText())
                    && was.defaultIsExpression() == is.defaultIsExpression();
            ColumnDefinition column = find(before, origin);
            return independent
                    ? !ColumnType.of(find(after, base)).preserves(column)
                    : !sameDefault || !column.equals(find(after, base));
        }

        private boolean hasSameCollation(String name, String origin) {
            return Objects.equals(
                    after.extras().column(name).collation(),
                    before.extras().column(origin).collation());
        }

        private static ColumnDefinition find(TableDefinition table, String name) {
            return table.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
