package io.gaussferry.cutover.compare;

import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.structure.StructureReport;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts that the evidence of a comparison contains in addition to the compared ranges. The certificate quotes them. */
final class ComparisonFacts {

    private final VerifiedTables verified;

    /** @param verified the results of the comparison that runs during replication */
    ComparisonFacts(VerifiedTables verified) {
        this.verified = verified;
    }

    /**
     * Returns the facts by name.
     *
     * @param counts the row counts of the tables that were counted, or compared as a whole
     * @param structure the compared definitions
     * @param order the statement about the order of transactions; null if no rows were compared
     * @param conversions the rules that have replaced values
     */
    Map<String, List<String>> of(
            List<RowCounts.Count> counts,
            ComparisonScope scope,
            StructureReport structure,
            @Nullable OrderStatement order,
            List<Use> conversions) {
        Map<String, List<String>> facts = new LinkedHashMap<>();
        facts.put(
                "table",
                Stream.concat(
                                counts.stream()
                                        .map(count -> count.table() + ": " + count.source() + " rows on both sides"),
                                known(scope))
                        .sorted()
                        .toList());
        facts.put(
                "compared",
                scope.whole().stream()
                        .map(table -> table.id().toString())
                        .sorted()
                        .toList());
        facts.put(
                "comparedByRow",
                scope.changed().entrySet().stream()
                        .map(entry -> entry.getKey().id() + ": "
                                + entry.getValue().size() + " rows changed since the table was found equal")
                        .sorted()
                        .toList());
        facts.put("conversion", conversions.stream().map(Use::toString).toList());
        if (structure.tables() > 0) {
            facts.put("structure", structure.facts());
        }
        if (order != null) {
            facts.put("ledger", ledger(order));
        }
        return facts;
    }

    /** Describes the tables that were compared as a whole while replication ran. */
    private Stream<String> known(ComparisonScope scope) {
        return Stream.concat(
                scope.unchanged().stream()
                        .flatMap(table -> verified.content(table.id()).stream()
                                .map(content -> known(table, content) + "; unchanged since")),
                scope.changed().entrySet().stream()
                        .flatMap(entry -> verified.content(entry.getKey().id()).stream()
                                .map(content -> known(entry.getKey(), content) + "; "
                                        + entry.getValue().size() + " changed since, compared by key")));
    }

    private static String known(TableDefinition table, VerifiedTables.Content content) {
        return table.targetId() + ": " + content.rows() + " rows on both sides, compared while replication ran from "
                + content.since().truncatedTo(ChronoUnit.SECONDS);
    }

    private static List<String> ledger(OrderStatement order) {
        return List.of(
                "transactions since the copy, by the progress: " + order.sinceCopy(),
                "transactions since the copy, counted in their commits: " + order.counted(),
                order.isExactlyOnce() ? "each applied once" : "not known whether each was applied once",
                order.hasNoGaps() ? "no gaps, none unknown to the source" : "gaps: " + order.gaps(),
                "outstanding: " + (order.outstanding().isEmpty() ? "none" : order.outstanding()));
    }
}
