package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.verify.compare.Difference.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the rows that were changed since a complete comparison, which are known by their keys. */
class RowLookupComparisonTest {

    private final SimulatedSides sides = new SimulatedSides(true, false);

    @Test
    void countsRowsOfSource() throws Exception {
        sides.source(1, 10).source(2, 20).target(1, 10).target(2, 20);
        assertThat(compare("1", "2", "3")).as("both sides lack row 3").isEqualTo(2);
        assertThat(sides.found()).isEmpty();
    }

    /** A server returns rows whose keys are only equal by its collation; other rows are not of this comparison. */
    @Test
    void ignoresRowsThatWereNotRequested() throws Exception {
        sides.source(1, 10).target(1, 10).target(2, 20);
        assertThat(compare("1")).isEqualTo(1);
        assertThat(sides.found()).isEmpty();
    }

    @Test
    void reportsDifferingRow() throws Exception {
        sides.source(1, 10).source(2, 20).target(1, 10).target(2, 21);
        compare("1", "2");
        assertThat(sides.found()).containsExactly("DIFFERENT 2 POSITION NOT_ASKED");
    }

    /** Without a unique index on the target a key may have two rows, even if one of them is right. */
    @Test
    void reportsSecondRowWithSameKey() throws Exception {
        sides.source(1, 10).target(1, 10).target(1, 10);
        compare("1");
        assertThat(sides.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(Kind.EXTRA);
            assertThat(difference.note()).isEqualTo("2 rows have this key");
        });
    }

    /** Two merged tables of the source may have a row with the same key: the target has only one of them. */
    @Test
    void reportsKeyOfTwoRowsOfSource() throws Exception {
        sides.source(1, 10).source(1, 11).target(1, 10);
        compare("1");
        assertThat(sides.found()).containsExactly("DIFFERENT 1 POSITION NOT_ASKED");
    }

    private long compare(String... keys) throws Exception {
        return new RowLookupComparison(sides.table, sides.context(false), sides)
                .compare(List.of(keys).stream().map(List::of).toList());
    }
}
