package io.gaussferry.verify.structure;

import io.gaussferry.convert.Conversion;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.opengauss.definition.TypeCompatibility;
import io.gaussferry.opengauss.definition.TypeCompatibility.Judgement;
import io.gaussferry.opengauss.definition.TypeCompatibility.Verdict;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.TargetStructure.Column;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares columns: presence, type, nullability, and the members of enumerations. A type that holds more values is no difference. */
final class ColumnComparison {

    private final ComparedStructure table;
    private final Conversion conversion;
    private final TypeCompatibility types;

    ColumnComparison(ComparedStructure table, Conversion conversion) {
        this.table = table;
        this.conversion = conversion;
        this.types = TypeCompatibility.of(conversion.target());
    }

    void compare() {
        for (int i = 0; i < table.design().columns().size(); i++) {
            TargetSchema.Column design = table.design().columns().get(i);
            ColumnDefinition source = table.definition().columns().get(i);
            Optional<Column> actual = table.actual().column(design.name());
            if (actual.isEmpty()) {
                table.differs(Aspect.COLUMN, "column " + design.name() + " is missing on the target");
            } else {
                compare(source, design, actual.get());
            }
        }
        Set<String> known =
                table.design().columns().stream().map(TargetSchema.Column::name).collect(Collectors.toSet());
        for (Column column : table.actual().columns()) {
            if (!known.contains(column.name())) {
                compareExtra(column);
            }
        }
    }

    private void compare(ColumnDefinition source, TargetSchema.Column design, Column actual) {
        String column = "column " + design.name();
        compareType(source, actual);
        if (!actual.writable()) {
            table.differs(Aspect.COLUMN, column + " is computed by the target, and takes no value of the source");
        }
        if (design.nullable() && actual.notNull()) {
            table.differs(Aspect.NULLABILITY, column + " is NOT NULL on the target, and not on the source");
        } else if (!design.nullable() && !actual.notNull()) {
            table.lacks(Aspect.NULLABILITY, column + " is NOT NULL on the source, and not on the target");
        }
        if (design.defaultSql() != null && !actual.filled()) {
            table.note(Aspect.DEFAULT, column + " has no default on the target");
        }
        compareMembers(column, design);
    }

    private void compareType(ColumnDefinition source, Column actual) {
        Judgement judgement = conversion
                .rules()
                .targetType(table.definition().id(), source)
                .map(chosen -> types.judgeChosen(source, chosen, actual.type(), actual.labels()))
                .orElseGet(() -> types.judge(source, actual.type(), actual.labels()));
        String types = "column " + source.name() + " is " + source.declaration() + " on the source and " + actual.type()
                + " on the target, which " + judgement.reason();
        if (judgement.verdict() == Verdict.DOES_NOT_FIT) {
            table.differs(Aspect.TYPE, types);
        } else if (judgement.verdict() == Verdict.UNKNOWN) {
            table.note(Aspect.TYPE, types);
        }
    }

    private void compareMembers(String column, TargetSchema.Column design) {
        TargetSchema.Check members = design.members();
        if (members == null) {
            return;
        }
        ExpressionForm wanted = ExpressionForm.of(members.condition());
        Set<String> columns = table.actual().columnNames();
        boolean isThere = table.actual().checks().stream()
                .anyMatch(check -> check.condition().isAbout(wanted, columns));
        if (!isThere) {
            table.lacks(Aspect.MEMBERS, "the target has no check that keeps " + column + " to the ENUM's members");
        }
    }

    private void compareExtra(Column column) {
        if (column.notNull() && !column.filled()) {
            table.differs(
                    Aspect.COLUMN,
                    "column " + column.name() + " is on the target only, NOT NULL and without a default");
        } else {
            table.note(Aspect.COLUMN, "column " + column.name() + " is on the target only");
        }
    }
}
