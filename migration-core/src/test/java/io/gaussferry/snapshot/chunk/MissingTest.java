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
class MissingTest {

    private static final TableDefinition TABLE =
            new IntTable("t", 3, List.of(List.of(0))).version().definition();
    private static final CopyPlan DIVISIBLE = CopyPlan.of(TABLE, true, Set.of(), Set.of());
    private static final CopyPlan OF_ONE_VIEW = CopyPlan.of(TABLE, false, Set.of(), Set.of());

    @Test
    void missesEverythingWithoutRanges() {
        for (CopyPlan plan : List.of(DIVISIBLE, OF_ONE_VIEW)) {
            assertThat(Missing.of(plan, List.of())).isEqualTo(Missing.everything(plan));
        }
    }

    @Test
    void missesNothingOfCompleteTable() {
        for (CopyPlan plan : List.of(DIVISIBLE, OF_ONE_VIEW)) {
            assertThat(Missing.of(plan, List.of(copied(1, "", ""))).isNothing()).isTrue();
            assertThat(Missing.of(plan, List.of(copied(2, "q", ""), copied(1, "", "q")))
                            .isNothing())
                    .isTrue();
        }
    }

    @Test
    void missesUncopiedRangesAndRemainder() {
        List<Range> noted = List.of(copied(1, "", "q"), cut(2, "q", "a"), copied(3, "a", "z"), cut(4, "z", "B"));
        assertThat(Missing.of(DIVISIBLE, noted))
                .isEqualTo(new Missing(
                        DIVISIBLE,
                        List.of(noted.get(0), noted.get(2)),
                        List.of(noted.get(1), noted.get(3)),
                        Optional.of(new KeyRange(List.of("B"), List.of()))));
    }

    @Test
    void restartsIncompleteTableOfSingleView() {
        assertThat(Missing.of(OF_ONE_VIEW, List.of(copied(1, "", "q"))).isEverything())
                .isTrue();
        assertThat(Missing.of(OF_ONE_VIEW, List.of(copied(1, "", "q"), cut(2, "q", "")))
                        .isEverything())
                .isTrue();
    }

    @Test
    void discardsRangesWithGaps() {
        assertThat(Missing.of(DIVISIBLE, List.of(copied(1, "", "q"), copied(2, "r", "")))
                        .isEverything())
                .isTrue();
        assertThat(Missing.of(DIVISIBLE, List.of(copied(1, "q", "r"))).isEverything())
                .isTrue();
    }

    @Test
    void coversTableAfterAnyNumberOfInterruptions() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<Range> noted = new ArrayList<>();
            int number = 0;
            Missing missing = Missing.of(DIVISIBLE, noted);
            while (!missing.isNothing()) {
                for (Range range : missing.cut()) {
                    if (random.nextBoolean()) {
                        noted.set(noted.indexOf(range), new Range(range.number(), range.table(), range.range(), 1, 0));
                    }
                }
                for (int i = random.nextInt(4); i > 0 && missing.uncut().isPresent(); i--) {
                    number++;
                    String upTo = random.nextInt(8) == 0 ? "" : Integer.toString(random.nextInt(1 << 30), 36);
                    List<String> after = missing.uncut().get().after();
                    noted.add(new Range(number, TABLE.id(), new KeyRange(after, bound(upTo)), random.nextInt(2), 0));
                    missing = Missing.of(DIVISIBLE, noted);
                }
                Collections.shuffle(noted, random);
                missing = Missing.of(DIVISIBLE, noted);
            }
            assertThat(missing.there()).hasSize(number);
        }
    }

    private static Range copied(long number, String after, String upTo) {
        return new Range(number, TABLE.id(), new KeyRange(bound(after), bound(upTo)), 1, 10);
    }

    private static Range cut(long number, String after, String upTo) {
        return new Range(number, TABLE.id(), new KeyRange(bound(after), bound(upTo)), 0, 0);
    }

    private static List<String> bound(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }
}
