package io.gaussferry.convert.image;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.ReverseFinding.Kind;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the tables and columns that cannot be replicated to MySQL, before any change is sent. Stateless. */
public final class ReverseMapping {

    private static final String EXCLUDE =
            "do without reverse replication of this table, or exclude it from the migration";

    private ReverseMapping() {}

    /**
     * Returns the limitations of reverse replication, in the order of the tables; empty if all values are exact.
     *
     * @param tables definitions in MySQL
     * @param shapes definitions on the target, by their names there
     * @param conversion conversion used for the migration
     */
    public static List<ReverseFinding> findings(
            Collection<TableDefinition> tables, Map<TableId, TargetShape> shapes, Conversion conversion) {
        Map<TableId, Integer> sources = new HashMap<>();
        tables.forEach(table -> sources.merge(table.targetId(), 1, Integer::sum));
        List<ReverseFinding> findings = new ArrayList<>();
        for (TableDefinition table : tables) {
            TargetShape shape = shapes.get(table.targetId());
            if (sources.getOrDefault(table.targetId(), 0) > 1) {
                findings.add(new ReverseFinding(
                        table.id(),
                        "",
                        Kind.NEVER,
                        "Several MySQL tables are merged into target table " + table.targetId()
                                + ": the source table of a new row is unknown.",
                        EXCLUDE));
            } else if (shape == null) {
                findings.add(new ReverseFinding(
                        table.id(),
                        "",
                        Kind.NEVER,
                        "The target has no table " + table.targetId() + ".",
                        "copy the table first"));
            } else {
                new Columns(table, shape, conversion, findings).inspect();
            }
        }
        return List.copyOf(findings);
    }

    /** The columns of one table. */
    private record Columns(
            TableDefinition table, TargetShape shape, Conversion conversion, List<ReverseFinding> findings) {

        private void inspect() {
            for (ColumnDefinition column : table.columns()) {
                int position = shape.indexOf(column.name());
                if (position < 0) {
                    never(column.name(), "The target's table has no such column.", "add the column on the target");
                } else {
                    inspect(column, shape.columns().get(position));
                }
            }
            for (TargetShape.Column column : shape.columns()) {
                if (table.columns().stream().noneMatch(one -> one.name().equals(column.name()))) {
                    never(
                            column.name(),
                            "MySQL's table has no such column: its values would be lost.",
                            "drop the column on the target, or add it at the source");
                }
            }
        }

        private void inspect(ColumnDefinition column, TargetShape.Column onTarget) {
            boolean known = onTarget.type(conversion.target())
                    .flatMap(type -> ColumnType.of(column).encoder(type, conversion.target()))
                    .isPresent();
            if (!known) {
                never(
                        column.name(),
                        "Values of the target's type " + onTarget.declaration() + " cannot be converted to "
                                + column.declaration() + ".",
                        "use the column's default target type, without a rule");
                return;
            }
            members(column);
            rules(column, conversion.rules().forColumn(table.id(), column));
        }

        private void members(ColumnDefinition column) {
            boolean empty = column.members().contains("");
            if (column.type() == MySqlType.SET && empty) {
                never(
                        column.name(),
                        "One of its members is the empty string, which cannot be distinguished from an empty set.",
                        "rename the member");
            } else if (column.type() == MySqlType.SET && !column.hasDistinctMembers()) {
                never(
                        column.name(),
                        "Two of its members are the same, so that a value cannot be distinguished from another one.",
                        "rename one of them");
            } else if (!column.hasDistinctMembers()) {
                changed(
                        column,
                        "the later ones of members that are the same cannot be distinguished from the first one");
            } else if (column.type() == MySqlType.ENUM && empty) {
                changed(
                        column,
                        "the empty string that MySQL stores for an invalid member cannot be distinguished from the member ''");
            }
        }

        private void rules(ColumnDefinition column, ConversionRules rules) {
            for (Rule rule : ColumnType.of(column).rules(conversion.target(), rules)) {
                switch (rule) {
                    case ZERO_DATE -> {
                        if (rules.replacesZeroDates()) {
                            changed(column, "the rule zero-date has changed zero dates to NULL or another date");
                        }
                    }
                    case EMPTY_STRING_AS_NULL -> {
                        if (rules.emptyStringAsNull()) {
                            changed(column, "the rule empty-string-as-null has changed '' to NULL");
                        }
                    }
                    case NUL -> {
                        if (rules.nul() == Nul.STRIP) {
                            changed(column, "the rule nul has removed U+0000");
                        }
                    }
                    case INVALID_BYTES -> {
                        if (rules.invalidBytes() == InvalidBytes.REPLACE) {
                            changed(column, "the rule invalid-bytes has changed invalid bytes to U+FFFD");
                        }
                    }
                    case INVALID_ENUM -> {
                        if (rules.invalidEnum() == InvalidEnum.NULL && column.nullable()) {
                            changed(column, "the rule invalid-enum has changed the empty invalid value to NULL");
                        }
                    }
                    // the target's other type holds all times, and -0 equals 0
                    case TIME_OUT_OF_RANGE, NEGATIVE_ZERO -> {}
                }
            }
        }

        private void changed(ColumnDefinition column, String change) {
            findings.add(new ReverseFinding(
                    table.id(),
                    column.name(),
                    Kind.CHANGED_VALUES,
                    "In rows written on the target, " + change + "; MySQL receives the changed value.",
                    "no action needed if the table had no such value during copy and replication"));
        }

        private void never(String column, String problem, String remedy) {
            findings.add(new ReverseFinding(table.id(), column, Kind.NEVER, problem, remedy));
        }
    }
}
