package io.gaussferry.preflight.opengauss;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.opengauss.TargetTables.UniqueIndex;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Unique indexes and triggers that only the target has, for appliers that commit on their own: which transactions meet in them
 * cannot be known from the source. A later one may be committed first, and then the earlier one is refused for good.
 */
public final class TargetOrderCheck implements Check {

    private final List<TableDefinition> sources;
    private final TargetTables targets;

    public TargetOrderCheck(List<TableDefinition> sources, TargetTables targets) {
        this.sources = sources;
        this.targets = targets;
    }

    @Override
    public String subject() {
        return "the unique indexes and triggers of the target";
    }

    @Override
    public Place place() {
        return Place.TARGET;
    }

    @Override
    public void run(Findings findings) {
        for (TableDefinition source : sources) {
            for (UniqueIndex index : targets.uniqueIndexes(source.targetId())) {
                if (!isImplied(index, source)) {
                    report(findings, source.targetId(), "unique index " + index.name(), "drop it until the switch");
                }
            }
            for (String trigger : targets.triggers(source.targetId())) {
                report(
                        findings,
                        source.targetId(),
                        "trigger " + trigger,
                        "run ALTER TABLE … DISABLE TRIGGER \"" + trigger + "\" until the switch");
            }
        }
    }

    private static void report(Findings findings, TableId table, String object, String remedy) {
        findings.add(
                FindingCode.TARGET_ORDER_UNKNOWN,
                Place.TARGET.in(table),
                "Table " + table + " has on the target the " + object + ", which the source has not.",
                "With gaussferry.replay.consistency: dependency a later transaction that meets an earlier one in it may be"
                        + " committed first; then the earlier one cannot be replayed any more.",
                remedy + ", or choose gaussferry.replay.consistency: commit-order");
    }

    /** Rows that meet in the target's index meet in one of the source's too: in one on the same columns, or on fewer. */
    static boolean isImplied(UniqueIndex index, TableDefinition source) {
        if (!index.isOnWholeColumns()) {
            // with such an index at the source all changes of the table go one after another
            return source.indexes().stream().anyMatch(one -> one.unique() && !one.isOnWholeColumns());
        }
        Set<String> columns = lowerCase(index.columns());
        return source.uniqueIndexes().stream()
                .filter(IndexDefinition::isOnWholeColumns)
                .map(one -> one.parts().stream()
                        .map(part -> source.columns().get(part.column()).name())
                        .toList())
                .anyMatch(names -> columns.containsAll(lowerCase(names)));
    }

    private static Set<String> lowerCase(Iterable<String> names) {
        Set<String> lower = new HashSet<>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return lower;
    }
}
