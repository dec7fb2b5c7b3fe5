package io.gaussferry.assess.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplePlanTest {

    private static TableSize size(String name, long bytes) {
        return new TableSize(new TableId("shop", name), bytes / 100, bytes, 0, 0, 0);
    }

    @Test
    void eachLargeTableIsMeasuredByOneWorker() {
        TableSize a = size("a", 500);
        TableSize b = size("b", 300);
        TableSize c = size("c", 250);
        assertThat(SamplePlan.of(List.of(c, b, a), 2)).containsExactly(List.of(a), List.of(b, c));
    }

    @Test
    void smallTablesAreLeftOut() {
        TableSize large = size("large", 1_000_000);
        TableSize second = size("second", 900_000);
        assertThat(SamplePlan.of(List.of(size("small", 1_000), large, second), 2))
                .containsExactly(List.of(large), List.of(second));
    }

    @Test
    void theOnlyTableIsMeasuredByEachWorker() {
        TableSize only = size("only", 1_000);
        assertThat(SamplePlan.of(List.of(only), 3)).containsExactly(List.of(only), List.of(only), List.of(only));
        assertThat(SamplePlan.of(List.of(), 2)).containsExactly(List.of(), List.of());
    }

    @Test
    void theNumberOfTablesIsBounded() {
        List<TableSize> many =
                IntStream.range(0, 100).mapToObj(i -> size("t" + i, 1_000)).toList();
        assertThat(SamplePlan.of(many, 2).stream().mapToInt(List::size).sum()).isEqualTo(8);
    }

    @Test
    void sharesFollowSizesAndNeverExceedTheTime() {
        TableSize large = size("large", 9_900);
        TableSize small = size("small", 100);
        double first = SamplePlan.share(large, List.of(large, small));
        assertThat(first).isBetween(0.8, 0.95);
        assertThat(SamplePlan.share(small, List.of(small))).isEqualTo(1);
    }
}
