package io.gaussferry.convert.image;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.TypeMapping;
import io.gaussferry.convert.image.ReverseFinding.Kind;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which tables and columns cannot go back, known before anything is sent. Stateless. */
public final class ReverseMapping {

    private static final String EXCLUDE = "do without the way back for this table, or exclude it from the migration";

    private ReverseMapping() {}

    /**
     * Returns what stands in the way of going back, by tables in their order; nothing where everything goes back exactly.
     *
     * @param tables as MySQL defines them
     * @param shapes as the target does, by their names there
     * @param conversion how they got there
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
                        "Several tables of MySQL are one on the target, " + table.targetId()
                                + ": nothing tells which a new row belongs to.",
                        EXCLUDE));
            } else if (shape == null) {
                findings.add(new ReverseFinding(
                        table.id(),
                        "",
                        Kind.NEVER,
                        "The target has no table " + table.targetId() + ".",
                        "have it copied first"));
            } else {
                new Columns(table, shape, conversion, findings).look();
            }
        }
        return List.copyOf(findings);
    }

    /** The columns of one table. */
    private record Columns(
            TableDefinition table, TargetShape shape, Conversion conversion, List<ReverseFinding> findings) {

        private void look() {
            for (ColumnDefinition column : table.columns()) {
                int place = shape.indexOf(column.name());
                if (place < 0) {
                    never(column.name(), "The target's table has no such column.", "add the column on the target");
                } else {
                    look(column, shape.columns().get(place));
                }
            }
            for (TargetShape.Column column : shape.columns()) {
                if (table.columns().stream().noneMatch(one -> one.name().equals(column.name()))) {
                    never(
                            column.name(),
                            "MySQL's table has no such column: what is written into it would be lost.",
                            "drop the column on the target, or add it at the source");
                }
            }
        }

        private void look(ColumnDefinition column, TargetShape.Column onTarget) {
            boolean known = onTarget.type(conversion.target())
                    .flatMap(type -> ColumnEncoders.of(column, type, conversion.target()))
                    .isPresent();
            if (!known) {
                never(
                        column.name(),
                        "The target has it as " + onTarget.declaration() + ", whose values have no way back into "
                                + column.declaration() + ".",
                        "have the column in the type that it gets without a rule");
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
                        "One of its members is the empty text, which reads like no member at all.",
                        "rename the member");
            } else if (column.type() == MySqlType.ENUM && empty) {
                changed(column, "the empty text that MySQL stores for what was no member reads like the member ''");
            }
        }

        private void rules(ColumnDefinition column, ConversionRules rules) {
            switch (column.type()) {
                case DATE, DATETIME, TIMESTAMP -> {
                    if (rules.replacesZeroDates()) {
                        changed(column, "zero dates have become NULL or another date by the rule zero-date");
                    }
                }
                case CHAR, VARCHAR, TEXT -> {
                    if (rules.emptyStringAsNull()) {
                        changed(column, "'' has become NULL by the rule empty-string-as-null");
                    }
                    if (rules.nul() == Nul.STRIP) {
                        changed(column, "U+0000 was left out by the rule nul");
                    }
                    if (rules.invalidBytes() == InvalidBytes.REPLACE) {
                        changed(column, "invalid bytes have become U+FFFD by the rule invalid-bytes");
                    }
                }
                case ENUM -> {
                    if (rules.invalidEnum() == InvalidEnum.NULL
                            && column.nullable()
                            && TypeMapping.isNativeEnum(column, conversion.target(), rules)) {
                        changed(column, "the empty invalid value has become NULL by the rule invalid-enum");
                    }
                }
                default -> {}
            }
        }

        private void changed(ColumnDefinition column, String what) {
            findings.add(new ReverseFinding(
                    table.id(),
                    column.name(),
                    Kind.CHANGED_VALUES,
                    "Where a row is written on the target, " + what + ", and goes back as that.",
                    "nothing to do if no such value was there when the table was copied and replayed"));
        }

        private void never(String column, String problem, String remedy) {
            findings.add(new ReverseFinding(table.id(), column, Kind.NEVER, problem, remedy));
        }
    }
}
