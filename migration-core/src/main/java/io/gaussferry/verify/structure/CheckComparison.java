package io.gaussferry.verify.structure;

import io.gaussferry.opengauss.definition.TargetNames;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.TargetStructure.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares check constraints, as far as two spellings of a condition can be compared. The source has already checked its rows. Guards, which
 * a cutover installs, are no differences.
 */
final class CheckComparison {

    private final ComparedStructure table;

    CheckComparison(ComparedStructure table) {
        this.table = table;
    }

    void compare() {
        Set<String> columns = table.actual().columnNames();
        List<ExpressionForm> wanted = new ArrayList<>();
        for (TargetSchema.Check check : table.design().checks()) {
            ExpressionForm condition = ExpressionForm.of(check.condition());
            wanted.add(condition);
            boolean isThere = table.actual().checks().stream()
                    .anyMatch(actual -> actual.condition().isAbout(condition, columns));
            if (!isThere) {
                table.note(Aspect.CHECK, "check " + check.name() + " is missing on the target");
            }
        }
        table.design().columns().stream()
                .flatMap(column -> Stream.ofNullable(column.members()))
                .map(members -> ExpressionForm.of(members.condition()))
                .forEach(wanted::add);
        long enforced = table.definition().extras().checks().stream()
                .filter(CheckDefinition::enforced)
                .count();
        boolean leavesSomeToPersons = enforced > table.design().checks().size();
        for (Check check : table.actual().checks()) {
            boolean isWanted =
                    wanted.stream().anyMatch(condition -> check.condition().isAbout(condition, columns));
            if (!isWanted && !leavesSomeToPersons && !TargetNames.isGuard(check.name())) {
                table.note(Aspect.CHECK, "check " + check.name() + " exists on the target only");
            }
        }
    }
}
