package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adds a column. Existing rows get its default, or without one NULL or MySQL's implicit default of its type. If that
 * value is unknown, the table must be empty.
 */
final class AddedColumn {

    private static final int NANOS_DIGITS = 9;

    /** The current time alone, such as {@code CURRENT_TIMESTAMP(6)}. */
    private static final Pattern CLOCK = Pattern.compile("(?i)CURRENT_TIMESTAMP(?:\\(\\d?\\))?");

    private final TableDefinition definition;
    private final TableId table;
    private final ColumnDefinition column;
    private final ColumnAttributes attributes;
    private final TargetSchema.Column design;
    private final StatementContext context;

    /**
     * @param definition its table
     * @param design what it is on the target
     */
    AddedColumn(
            TableDefinition definition,
            ColumnDefinition column,
            ColumnAttributes attributes,
            TargetSchema.Column design,
            StatementContext context) {
        this.definition = definition;
        this.table = definition.targetId();
        this.column = column;
        this.attributes = attributes;
        this.design = design;
        this.context = context;
    }

    List<TargetStep> steps() {
        Optional<String> filling = filling();
        List<Guard> guards = new ArrayList<>();
        if (filling.isEmpty()) {
            guards.add(ObjectStatements.mustBeEmpty(
                    table,
                    "The values of the new column " + column.name() + " in existing rows of table " + table
                            + " are not in the binlog."));
        }
        String fill = filling.orElse("NULL");
        boolean same = filling.isEmpty() || fill.equals(design.defaultSql() == null ? "NULL" : design.defaultSql());
        List<TargetStep> steps = new ArrayList<>();
        String alter = ObjectStatements.alter(table);
        Optional<String> other = design.typeToAdd(fill);
        if (same && other.isEmpty()) {
            steps.add(new TargetStep(alter + "ADD COLUMN " + design.declaration(), guards));
        } else {
            String name = Identifiers.quoteTarget(design.name());
            String changed = alter + "ALTER COLUMN " + name;
            steps.add(new TargetStep(
                    alter + "ADD COLUMN " + name + " " + other.orElseGet(design::collatedType) + " DEFAULT " + fill
                            + (design.nullable() ? "" : " NOT NULL"),
                    guards));
            if (other.isPresent()) {
                steps.add(new TargetStep(changed + " DROP DEFAULT"));
                steps.add(new TargetStep(changed + " TYPE " + design.collatedType()));
                if (!design.nullable()) {
                    // dolphin allows NULL again
                    steps.add(new TargetStep(changed + " SET NOT NULL"));
                }
            }
            if (design.defaultSql() != null) {
                steps.add(new TargetStep(changed + " SET DEFAULT " + design.defaultSql()));
            } else if (other.isEmpty()) {
                steps.add(new TargetStep(changed + " DROP DEFAULT"));
            }
        }
        TargetSchema.Check members = design.members();
        if (members != null) {
            steps.add(ObjectStatements.addCheck(definition, members));
        }
        return steps;
    }

    /** Returns the value of existing rows, as SQL; empty if unknown. */
    private Optional<String> filling() {
        if (attributes.generation() != null || attributes.autoIncrement()) {
            return Optional.empty();
        }
        String text = attributes.defaultText();
        if (text == null) {
            return column.nullable()
                    ? Optional.of("NULL")
                    : ColumnType.of(column).implicitDefault();
        }
        if (attributes.defaultIsExpression()) {
            return CLOCK.matcher(text).matches() ? Optional.ofNullable(now()) : Optional.empty();
        }
        return Optional.ofNullable(design.defaultSql());
    }

    /** Returns the time of the statement; null if it, or the offset of the session's time zone, is unknown. */
    private @Nullable String now() {
        Instant moment = context.executedAt();
        if (moment == null) {
            return null;
        }
        boolean isInstant = column.type() == MySqlType.TIMESTAMP;
        ZoneOffset zone = isInstant ? ZoneOffset.UTC : column.type().isDate() ? context.timeZone() : null;
        if (zone == null) {
            return null;
        }
        Instant cut = moment.truncatedTo(ChronoUnit.MICROS);
        String digits = column.scale() == 0 ? "" : "." + "S".repeat(Math.min(NANOS_DIGITS, column.scale()));
        String literal = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss" + digits, Locale.ROOT)
                .format(cut.atOffset(zone));
        return "'" + literal + (isInstant ? "+00'" : "'");
    }
}
