package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.ValueChange;
import java.util.List;

/**
 * Determines how MySQL converts the values of a column whose declaration changes, which it does without row events. If the target's conversion may yield
 * other values, the values are unknown, and the table must be empty.
 */
final class ColumnConversion {

    private final TableId table;
    private final ColumnDefinition before;
    private final ColumnDefinition after;
    private final String afterType;
    private final ValueChange change;
    private final boolean padsCharacters;

    private ColumnConversion(TableId table, Declared was, Declared is, StatementContext context) {
        this.table = table;
        this.before = was.definition();
        this.after = is.definition();
        // Their values are converted through the type text.
        this.afterType = DolphinTypes.isOwn(is.targetType()) ? "text" : is.targetType();
        this.change = new ValueChange(before, after, afterType, context.isStrict(), context.timeZone());
        this.padsCharacters = context.has(StatementContext.PAD_CHAR_TO_FULL_LENGTH);
    }

    /**
     * Returns the conversion of the values.
     *
     * @param table its name on the target
     * @param was the column before the statement
     * @param is the column after the statement, with its current name on the target
     * @param chosen whether the user has configured one of its types on the target
     */
    static ValueConversion of(TableId table, Declared was, Declared is, boolean chosen, StatementContext context) {
        ColumnConversion conversion = new ColumnConversion(table, was, is, context);
        String generation = is.attributes().generation();
        if (generation != null && !generation.equals(was.attributes().generation())) {
            return conversion.unknown("is now computed by " + generation);
        }
        ValueConversion values =
                chosen ? conversion.ofChosen(was.targetType().equals(is.targetType())) : conversion.convert();
        ValueChange change = conversion.change;
        if (is.attributes().autoIncrement() && !was.attributes().autoIncrement()) {
            change.refuse(
                    change.quoted() + " = 0", "is 0, which MySQL replaces when the column becomes AUTO_INCREMENT");
        }
        if (was.definition().nullable() && !is.definition().nullable()) {
            change.refuse(change.quoted() + " IS NULL", "is NULL, and the column becomes NOT NULL");
        }
        return values.guards().isEmpty() ? values.with(conversion.guards()) : values;
    }

    /**
     * The declaration of a column.
     *
     * @param definition the column's definition
     * @param attributes its attributes other than its type
     * @param targetType its type on the target
     */
    record Declared(ColumnDefinition definition, ColumnAttributes attributes, String targetType) {}

    private ValueConversion ofChosen(boolean sameTargetType) {
        boolean sameType = before.type() == after.type()
                && before.scale() == after.scale()
                && before.unsigned() == after.unsigned()
                && before.members().equals(after.members());
        return sameType && sameTargetType && ColumnType.of(after).takesAll(change)
                ? ValueConversion.SAME
                : unknown("has a type that a rule sets");
    }

    private ValueConversion convert() {
        if (padsCharacters && before.type() == MySqlType.CHAR && after.type() != MySqlType.CHAR) {
            return unknown("changes from CHAR in a session with sql_mode PAD_CHAR_TO_FULL_LENGTH");
        }
        return ColumnType.of(after)
                .convert(change)
                .map(value ->
                        value.equals(change.quoted()) ? ValueConversion.SAME : new ValueConversion(value, List.of()))
                .orElseGet(() -> unknown("changes from " + before.declaration() + " to " + after.declaration()));
    }

    private ValueConversion unknown(String what) {
        return new ValueConversion(
                "CAST(NULL AS " + afterType + ")",
                List.of(ObjectStatements.mustBeEmpty(
                        table,
                        "Column " + after.name() + " of table " + table + " " + what
                                + ": the converted values are not in the binlog.")));
    }

    private List<Guard> guards() {
        return change.refusals().stream()
                .map(refusal -> ObjectStatements.mustBeNoRow(
                        table,
                        change.quoted(),
                        refusal.condition(),
                        "A value of column " + after.name() + " of table " + table + " " + refusal.problem() + "."))
                .toList();
    }
}
