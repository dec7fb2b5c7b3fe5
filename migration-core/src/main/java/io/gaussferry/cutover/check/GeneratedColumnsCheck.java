package io.gaussferry.cutover.check;

import io.gaussferry.cutover.objects.ManualWork;
import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds what applications of the target will see in generated columns that the target does not compute. */
final class GeneratedColumnsCheck {

    private GeneratedColumnsCheck() {}

    /** @param plan names the columns that no trigger will compute */
    static List<CutoverFinding> of(List<TableDefinition> tables, ObjectPlan plan) {
        Set<String> byHand = plan.manual().stream()
                .filter(work -> work.kind().equals(ManualWork.GENERATED_COLUMN))
                .map(ManualWork::name)
                .collect(Collectors.toSet());
        List<CutoverFinding> findings = new ArrayList<>();
        for (TableDefinition table : tables) {
            List<ColumnDefinition> generated = table.columns().stream()
                    .filter(column -> byHand.contains(table.targetId() + "." + column.name()))
                    .toList();
            if (!generated.isEmpty()) {
                findings.add(finding(table, generated));
            }
        }
        return findings;
    }

    private static CutoverFinding finding(TableDefinition table, List<ColumnDefinition> generated) {
        String required =
                names(generated.stream().filter(column -> !column.nullable()).toList());
        return CutoverFinding.warning(
                "The target does not compute the generated columns of table " + table.targetId() + ": "
                        + names(generated)
                        + ". After the switch they are NULL in new rows and keep their values in changed rows"
                        + (required.isEmpty() ? "." : "; inserts without a value for " + required + " are refused.")
                        + (isInKey(table, generated)
                                ? " The key contains one of them: reverse replication finds a row only if the application"
                                        + " sets it to MySQL's value."
                                : ""),
                "let the application set them, or create a trigger on the target; comparisons after the switch leave them out,"
                        + " and cutover back writes MySQL's values to the target");
    }

    private static boolean isInKey(TableDefinition table, List<ColumnDefinition> generated) {
        return table.rowKey().map(IndexDefinition::parts).orElse(List.of()).stream()
                .anyMatch(part -> generated.contains(table.columns().get(part.column())));
    }

    private static String names(List<ColumnDefinition> columns) {
        return columns.stream().map(ColumnDefinition::name).collect(Collectors.joining(", "));
    }
}
