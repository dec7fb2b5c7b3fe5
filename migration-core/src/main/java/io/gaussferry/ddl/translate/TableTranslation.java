package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TargetSchema.Check;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.TargetTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts the difference between two designs of one table to steps: first it drops changed indexes and constraints,
 * then it changes columns, then it adds indexes and constraints. The table and its indexes already have their new names
 * on the target.
 */
final class TableTranslation {

    private final Evolution evolution;
    private final TableDefinition before;
    private final TableDefinition after;
    private final TargetSchema oldDesign;
    private final TargetSchema newDesign;
    private final Map<String, String> columnOrigins;
    private final Map<String, String> indexOrigins;
    private final Conversion conversion;
    private final StatementContext context;
    private final TableId table;
    private final String alter;
    private final List<TargetStep> steps = new ArrayList<>();

    /** Columns that have lost their comments. */
    private final Set<String> declaredAnew = new HashSet<>();

    /**
     * Creates an instance for one table.
     *
     * @param evolution the change of the table
     * @param before the old table, with the new names of the table, its constraints and columns
     */
    private TableTranslation(
            Evolution evolution, TableDefinition before, Conversion conversion, StatementContext context) {
        this.evolution = evolution;
        this.before = before;
        this.after = Objects.requireNonNull(evolution.after());
        this.oldDesign = TargetSchema.of(before, conversion);
        this.newDesign = TargetSchema.of(after, conversion);
        this.columnOrigins = evolution.columnOrigins();
        this.indexOrigins = evolution.indexOrigins();
        this.conversion = conversion;
        this.context = context;
        this.table = after.targetId();
        this.alter = ObjectStatements.alter(table);
    }

    /** Returns the steps that convert the old design to the new one. */
    static List<TargetStep> of(
            Evolution evolution, TableDefinition before, Conversion conversion, StatementContext context) {
        TableTranslation translation = new TableTranslation(evolution, before, conversion, context);
        translation.translate();
        return translation.steps;
    }

    private void translate() {
        TableDefinition renamed = ColumnRenames.apply(before, columnOrigins);
        TargetSchema old = TargetSchema.of(renamed, conversion);
        steps.addAll(new PartitionSteps(evolution, old, newDesign).steps());
        IndexDifference indexes = new IndexDifference(oldDesign, old, newDesign, indexOrigins);
        steps.addAll(indexes.dropped());
        dropChecks();
        dropColumns();
        steps.addAll(ColumnRenames.steps(table, oldDesign, columnOrigins));
        dropMembers(old);
        for (ColumnDefinition column : after.columns()) {
            Optional<ColumnDefinition> known =
                    columnOrigins.containsKey(column.name()) ? find(renamed, column.name()) : Optional.empty();
            if (known.isPresent()) {
                changeColumn(renamed, known.get(), column, old);
            } else {
                steps.addAll(new AddedColumn(
                                after,
                                column,
                                after.extras().column(column.name()),
                                design(newDesign, column.name()),
                                context)
                        .steps());
            }
        }
        steps.addAll(indexes.created());
        addChecks(old);
        comments();
    }

    private static Optional<ColumnDefinition> find(TableDefinition table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst();
    }

    private static TargetSchema.Column design(TargetSchema schema, String name) {
        return schema.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void dropColumns() {
        for (ColumnDefinition column : before.columns()) {
            if (!columnOrigins.containsValue(column.name())) {
                steps.add(new TargetStep(alter + "DROP COLUMN " + Identifiers.quoteTarget(column.name())));
            }
        }
    }

    private void changeColumn(TableDefinition renamed, ColumnDefinition was, ColumnDefinition is, TargetSchema old) {
        TargetSchema.Column oldColumn = design(old, is.name());
        TargetSchema.Column newColumn = design(newDesign, is.name());
        boolean chosen = conversion.rules().targetType(after.id(), is).isPresent()
                || conversion.rules().targetType(after.id(), was).isPresent();
        String change = alter + "ALTER COLUMN " + Identifiers.quoteTarget(is.name());
        boolean collated = !Objects.equals(oldColumn.collation(), newColumn.collation());
        boolean retyped = collated || !oldColumn.type().equals(newColumn.type());
        ValueConversion values = ColumnConversion.of(
                table,
                new ColumnConversion.Declared(was, renamed.extras().column(is.name()), oldColumn.type()),
                new ColumnConversion.Declared(is, after.extras().column(is.name()), newColumn.type()),
                chosen,
                context);
        String oldDefault = oldColumn.defaultSql();
        boolean losesNotNull = false;
        if (retyped && DolphinTypes.isExtended(was, is, oldColumn.type(), newColumn.type())) {
            steps.add(DolphinTypes.extend(table, was, is, values.guards()));
        } else if (retyped) {
            if (oldDefault != null) {
                steps.add(new TargetStep(change + " DROP DEFAULT"));
                oldDefault = null;
            }
            boolean keepsCollation =
                    !collated && was.type().isText() && is.type().isText();
            steps.addAll(retype(newColumn, keepsCollation, values));
            // the plugin treats a column that gets another type as newly declared
            losesNotNull = TargetTypes.isDolphin(conversion.target());
        } else if (!values.guards().isEmpty()) {
            steps.add(new TargetStep("SELECT 1", values.guards()));
        }
        if (!Objects.equals(oldDefault, newColumn.defaultSql())) {
            steps.add(new TargetStep(change
                    + (newColumn.defaultSql() == null ? " DROP DEFAULT" : " SET DEFAULT " + newColumn.defaultSql())));
        }
        if (oldColumn.nullable() != newColumn.nullable() || (losesNotNull && !newColumn.nullable())) {
            steps.add(new TargetStep(change + (newColumn.nullable() ? " DROP NOT NULL" : " SET NOT NULL")));
        }
        Check members = newColumn.members();
        if (members != null && !members.equals(oldColumn.members())) {
            steps.add(ObjectStatements.addCheck(after, members));
        }
    }

    private List<TargetStep> retype(TargetSchema.Column column, boolean keepsCollation, ValueConversion values) {
        if (DolphinTypes.isOwn(column.type())) {
            declaredAnew.add(column.name());
            return DolphinTypes.retype(table, column, values);
        }
        String using = values.using() == null ? "" : " USING " + values.using();
        String change = alter + "ALTER COLUMN " + Identifiers.quoteTarget(column.name()) + " TYPE ";
        return List.of(
                keepsCollation
                        ? ObjectStatements.changeType(table, column, change, using, values.guards())
                        : new TargetStep(change + column.collatedType() + using, values.guards()));
    }

    /** Drops checks of members. The check of a dropped column is dropped with the column. */
    private void dropMembers(TargetSchema old) {
        for (TargetSchema.Column column : old.columns()) {
            Check members = column.members();
            if (members != null
                    && !members.equals(design(newDesign, column.name()).members())) {
                steps.add(ObjectStatements.dropConstraint(table, NameQueries.CHECK, members.name()));
            }
        }
    }

    private void dropChecks() {
        for (Check check : oldDesign.checks()) {
            if (!newDesign.checks().contains(check)) {
                steps.add(ObjectStatements.dropConstraint(table, NameQueries.CHECK, check.name()));
            }
        }
    }

    private void addChecks(TargetSchema old) {
        for (Check check : newDesign.checks()) {
            if (!old.checks().contains(check)) {
                steps.add(ObjectStatements.addCheck(after, check));
            }
        }
    }

    private void comments() {
        if (!before.extras().comment().equals(after.extras().comment())) {
            steps.add(comment(
                    "TABLE " + ObjectStatements.quoted(table), after.extras().comment()));
        }
        for (ColumnDefinition column : after.columns()) {
            String is = after.extras().column(column.name()).comment();
            String origin = columnOrigins.get(column.name());
            String was = origin == null || declaredAnew.contains(column.name()) ? "" : commentBefore(origin);
            if (!is.equals(was)) {
                steps.add(comment(
                        "COLUMN " + ObjectStatements.quoted(table) + "." + Identifiers.quoteTarget(column.name()), is));
            }
        }
    }

    private String commentBefore(String origin) {
        return before.extras().column(origin).comment();
    }

    private static TargetStep comment(String object, String text) {
        return new TargetStep("COMMENT ON " + object + " IS " + (text.isEmpty() ? "NULL" : Identifiers.literal(text)));
    }

    /** Returns limitations of the new table that the old one did not have, as sentences. */
    static List<String> notes(@Nullable TableDefinition before, TableDefinition after, Conversion conversion) {
        Set<String> known = new HashSet<>();
        if (before != null) {
            TargetSchema.of(before, conversion).limitations().forEach(one -> known.add(one.object() + one.problem()));
        }
        Map<String, String> notes = new LinkedHashMap<>();
        for (SchemaLimitation limitation : TargetSchema.of(after, conversion).limitations()) {
            if (!known.contains(limitation.object() + limitation.problem())) {
                notes.put(limitation.object() + limitation.problem(), limitation.toString());
            }
        }
        if (before != null && PartitionSteps.keepsHash(before, after, conversion)) {
            notes.put("hash", "Table " + after.label() + " keeps its number of hash partitions on the target.");
        }
        return List.copyOf(notes.values());
    }
}
