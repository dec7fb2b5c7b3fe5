package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.snapshot.range.KeyRange;
import org.junit.jupiter.api.Test;

/** During reverse replication applications write to the target, so a row is proven by its version, without a lock. */
class VersionProofTest {

    private static final String VERSION = "SELECT tableoid, ctid, xmin";

    private final SimulatedSides sides = new SimulatedSides(true, true);

    @Test
    void provesDifferenceOfUnchangedRowWithoutLock() throws Exception {
        sides.source(1, 10).target(1, 9);
        sides.script.answer(VERSION, row("16384", "(0,1)", "700"));
        compare();
        assertThat(sides.found()).containsExactly("DIFFERENT 1 POSITION NOT_ASKED");
        assertThat(sides.script.executed()).noneMatch(sql -> sql.contains("FOR UPDATE"));
        assertThat(sides.script.changes()).isEmpty();
    }

    /** The source may lack the last write: the difference is only known from repeated readings. */
    @Test
    void provesNothingWhenRowIsWrittenMeanwhile() throws Exception {
        sides.source(1, 10).target(1, 9);
        int[] writer = {700};
        sides.atEverySourceRead(() -> sides.script.answer(VERSION, row("16384", "(0,1)", "" + ++writer[0])));
        compare();
        assertThat(sides.found()).containsExactly("DIFFERENT 1 REPEATED NOT_ASKED");
    }

    /** A row that the target does not have has no version. */
    @Test
    void reportsRowThatTargetLacksAsRepeatedDifference() throws Exception {
        sides.source(1, 10);
        compare();
        assertThat(sides.found()).containsExactly("MISSING 1 REPEATED NOT_ASKED");
    }

    @Test
    void reportsRowThatSourceLacks() throws Exception {
        sides.target(1, 10);
        sides.script.answer(VERSION, row("16384", "(0,1)", "700"));
        compare();
        assertThat(sides.found()).containsExactly("EXTRA 1 POSITION NOT_ASKED");
    }

    private void compare() throws Exception {
        new RangeComparison(sides.table, sides.context(false), sides).compare(KeyRange.WHOLE);
    }
}
