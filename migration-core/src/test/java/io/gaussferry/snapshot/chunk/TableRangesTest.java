package io.gaussferry.snapshot.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests which parts of a table are missing, given the recorded ranges. The order of the bounds cannot be derived from their strings. */
class TableRangesTest {

    private static final TableDefinition TABLE =
            new IntTable("t", 3, List.of(List.of(0))).version().definition();
    private static final CopyPlan DIVISIBLE = CopyPlan.of(TABLE, true, Set.of(), Set.of());
    private static final CopyPlan OF_ONE_VIEW = CopyPlan.of(TABLE, false, Set.of(), Set.of());

    @Test
    void missesEverythingWithoutRanges() {
        for (CopyPlan plan : List.of(DIVISIBLE, OF_ONE_VIEW)) {
            assertThat(TableRanges.of(plan, List.of())).isEqualTo(TableRanges.untouched(plan));
        }
    }

    @Test
    void missesNothingOfCompleteTable() {
        for (CopyPlan plan : List.of(DIVISIBLE, OF_ONE_VIEW)) {
            assertThat(TableRanges.of(plan, List.of(copied(1, "", ""))).isComplete())
                    .isTrue();
            assertThat(TableRanges.of(plan, List.of(copied(2, "q", ""), copied(1, "", "q")))
                            .isComplete())
                    .isTrue();
        }
    }

    @Test
    void missesUncopiedRangesAndRemainder() {
        List<Range> recorded =
                List.of(copied(1, "", "q"), pending(2, "q", "a"), copied(3, "a", "z"), pending(4, "z", "B"));
        assertThat(TableRanges.of(DIVISIBLE, recorded))
                .isEqualTo(new TableRanges(
                        DIVISIBLE,
                        List.of(recorded.get(0), recorded.get(2)),
                        List.of(recorded.get(1), recorded.get(3)),
                        Optional.of(new KeyRange(List.of("B"), List.of()))));
    }

    @Test
    void restartsIncompleteTableOfSingleView() {
        assertThat(TableRanges.of(OF_ONE_VIEW, List.of(copied(1, "", "q"))).isUntouched())
                .isTrue();
        assertThat(TableRanges.of(OF_ONE_VIEW, List.of(copied(1, "", "q"), pending(2, "q", "")))
                        .isUntouched())
                .isTrue();
    }

    @Test
    void discardsRangesWithGaps() {
        assertThat(TableRanges.of(DIVISIBLE, List.of(copied(1, "", "q"), copied(2, "r", "")))
                        .isUntouched())
                .isTrue();
        assertThat(TableRanges.of(DIVISIBLE, List.of(copied(1, "q", "r"))).isUntouched())
                .isTrue();
    }

    @Test
    void coversTableAfterAnyNumberOfInterruptions() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<Range> recorded = new ArrayList<>();
            int number = 0;
            TableRanges ranges = TableRanges.of(DIVISIBLE, recorded);
            while (!ranges.isComplete()) {
                for (Range range : ranges.pending()) {
                    if (random.nextBoolean()) {
                        recorded.set(
                                recorded.indexOf(range), new Range(range.number(), range.table(), range.range(), 1, 0));
                    }
                }
                for (int i = random.nextInt(4); i > 0 && ranges.remainder().isPresent(); i--) {
                    number++;
                    String upTo = random.nextInt(8) == 0 ? "" : Integer.toString(random.nextInt(1 << 30), 36);
                    List<String> after = ranges.remainder().get().after();
                    recorded.add(new Range(number, TABLE.id(), new KeyRange(after, bound(upTo)), random.nextInt(2), 0));
                    ranges = TableRanges.of(DIVISIBLE, recorded);
                }
                Collections.shuffle(recorded, random);
                ranges = TableRanges.of(DIVISIBLE, recorded);
            }
            assertThat(ranges.copied()).hasSize(number);
        }
    }

    private static Range copied(long number, String after, String upTo) {
        return new Range(number, TABLE.id(), new KeyRange(bound(after), bound(upTo)), 1, 10);
    }

    private static Range pending(long number, String after, String upTo) {
        return new Range(number, TABLE.id(), new KeyRange(bound(after), bound(upTo)), 0, 0);
    }

    private static List<String> bound(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }
}
