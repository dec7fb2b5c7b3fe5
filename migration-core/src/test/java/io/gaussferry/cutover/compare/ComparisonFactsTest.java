package io.gaussferry.cutover.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.structure.StructureReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonFactsTest {

    private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private final ComparisonFacts facts = new ComparisonFacts(new VerifiedTables());

    @Test
    void namesCountsComparedTablesAndConversions() {
        TableDefinition table =
                new IntTable("t", 2, List.of(List.of(0))).version().definition();
        assertThat(facts.of(
                        List.of(new RowCounts.Count(table.targetId(), 7, 7)),
                        ComparisonScope.everything(List.of(table)),
                        StructureReport.NONE,
                        null,
                        List.of(new Use("nul", new TableId("s", "t"), "c1", 2))))
                .containsExactly(
                        entry("table", List.of("s.t: 7 rows on both sides")),
                        entry("compared", List.of("s.t")),
                        entry("comparedByRow", List.of()),
                        entry("conversion", List.of("rule nul used 2 times in s.t.c1")));
    }

    @Test
    void statesTheOrderOfTransactions() {
        GtidSet executed = GtidSet.parse(SOURCE + ":1-9");
        GtidSet applied = GtidSet.parse(SOURCE + ":1-5:8");
        OrderStatement order = new OrderStatement(
                executed,
                executed,
                applied,
                executed.minus(applied),
                applied.gapsWithin(executed),
                GtidSet.parse(""),
                6,
                5,
                false);
        assertThat(facts.of(List.of(), ComparisonScope.nothing(List.of()), StructureReport.NONE, order, List.of()))
                .containsEntry(
                        "ledger",
                        List.of(
                                "transactions since the copy, by the progress: 6",
                                "transactions since the copy, counted in their commits: 5",
                                "not known whether each was applied once",
                                "gaps: " + SOURCE + ":6-7",
                                "outstanding: " + SOURCE + ":6-7:9"));
    }
}
