package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Repair;
import org.junit.jupiter.api.Test;

/** Rows without a key have no identity: the comparison counts equal rows on both sides. */
class MultisetComparisonTest {

    private final SimulatedSides sides = new SimulatedSides(false, false);

    @Test
    void countsSurplusOfEqualRows() throws Exception {
        sides.source(1, 1).source(1, 1).source(1, 1).source(2, 2);
        sides.target(1, 1).target(2, 2).target(2, 2);
        ComparedChunk chunk = compare(false);
        assertThat(chunk.rows()).isEqualTo(4);
        assertThat(sides.differences())
                .extracting(Difference::kind, Difference::copies)
                .containsExactlyInAnyOrder(tuple(Kind.MISSING, 2L), tuple(Kind.EXTRA, 1L));
    }

    /** Without commits in the meantime one further reading is exact; the last one reads the values of the reported rows. */
    @Test
    void readsIdleSidesThreeTimes() throws Exception {
        sides.source(1, 1);
        compare(false);
        assertThat(sides.found()).hasSize(1);
        assertThat(sides.script.executed()).filteredOn("rollback"::equals).hasSize(3);
    }

    /** The row was deleted at the source, and a late delete is not a surplus of the target. */
    @Test
    void ignoresSurplusThatChangesSide() throws Exception {
        sides.source(1, 1);
        sides.beforeTargetRead(() -> {});
        sides.beforeTargetRead(() -> {});
        sides.beforeTargetRead(() -> sides.target(1, 1));
        sides.beforeSourceRead(() -> {});
        sides.beforeSourceRead(() -> sides.update(2, 2));
        sides.beforeSourceRead(() -> sides.delete(1));
        sides.target(2, 2);
        compare(false);
        assertThat(sides.found()).isEmpty();
    }

    @Test
    void ignoresOrder() throws Exception {
        sides.source(1, 1).source(2, 2).target(2, 2).target(1, 1);
        compare(false);
        assertThat(sides.found()).isEmpty();
    }

    /** The first two readings lack the row, because replay is late. */
    @Test
    void ignoresRowThatArrivesLater() throws Exception {
        sides.source(1, 1);
        sides.beforeTargetRead(() -> {});
        sides.beforeSourceRead(() -> {});
        sides.beforeSourceRead(() -> sides.update(2, 2));
        sides.beforeTargetRead(() -> sides.replay(2));
        sides.beforeTargetRead(() -> sides.replay(1));
        compare(false);
        assertThat(sides.found()).isEmpty();
    }

    /** A larger surplus in one reading is a delay of the replay. */
    @Test
    void reportsSmallestSurplusOfAllReadings() throws Exception {
        sides.source(1, 1).source(1, 1).source(1, 1);
        sides.beforeTargetRead(() -> {});
        sides.beforeSourceRead(() -> {});
        sides.beforeSourceRead(() -> sides.update(2, 2));
        sides.beforeTargetRead(() -> sides.replay(2));
        sides.beforeTargetRead(() -> sides.target(1, 1).target(1, 1));
        compare(false);
        assertThat(sides.differences()).extracting(Difference::copies).containsExactly(1L);
    }

    @Test
    void doesNotRepair() throws Exception {
        sides.source(1, 1);
        compare(true);
        assertThat(sides.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.repair()).isEqualTo(Repair.NOT_POSSIBLE);
            assertThat(difference.note()).contains("copy the table again");
        });
        assertThat(sides.script.executed()).doesNotContain("commit");
    }

    private ComparedChunk compare(boolean repair) throws Exception {
        return new MultisetComparison(sides.table, sides.context(repair), sides).compare();
    }
}
