package io.gaussferry.cutover.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The switch is allowed only when the target has exactly the transactions of the fenced source. */
class FencedPositionTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    @ParameterizedTest
    @CsvSource(textBlock = """
            # source,    target,      reached
            A:1-9,       A:1-9,       true
            A:1-9,       A:1-8,       false
            A:1-9,       A:1-7:9,     false
            A:1-9,       A:1-10,      false
            'A:1-5,A:6-9', A:1-9,     true
            """)
    void isReachedByEqualSet(String source, String target, boolean reached) {
        assertThat(byGtid(source, 500).isReachedBy(progress(target, "binlog.000001", 4)))
                .isEqualTo(reached);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            binlog.000002, 500, true
            binlog.000002, 499, false
            binlog.000002, 501, false
            binlog.000001, 500, false
            """)
    void isReachedByEqualPositionWithoutGtids(String file, long offset, boolean reached) {
        FencedPosition end = new FencedPosition("", new BinlogPosition("binlog.000002", 500));
        assertThat(end.isReachedBy(progress("", file, offset))).isEqualTo(reached);
        assertThat(end.isReachedBy(
                        new Progress("", new LowWaterMark(9, new BinlogPosition(file, offset, 1_700_000_000)))))
                .as("with the creation time of the file")
                .isEqualTo(reached);
    }

    /** A write after the fence shows as a new transaction; the rotation of the binlog is not a write. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # first, offset, second, offset, same,  missing
            A:1-9,   500,    A:1-9,  4,      true,  ''
            A:1-9,   500,    A:1-11, 500,    false, A:10-11
            A:1-9,   500,    A:1-8,  500,    false, ''
            '',      500,    '',     500,    true,  ''
            '',      500,    '',     501,    false, 'its binlog ends at binlog.000002:501, no longer at binlog.000002:500'
            """)
    void noticesWrites(String first, long firstOffset, String second, long secondOffset, boolean same, String missing) {
        FencedPosition before = byGtid(first, firstOffset);
        FencedPosition after = byGtid(second, secondOffset);
        assertThat(before.isSameAs(after)).isEqualTo(same);
        assertThat(before.describeMissing(after)).isEqualTo(missing.replace("A:", A + ":"));
    }

    /** The same history has GTIDs or has none. */
    @ParameterizedTest
    @CsvSource({"A:1-9, ''", "'', A:1-9"})
    void isNotSameWithOtherNaming(String first, String second) {
        assertThat(byGtid(first, 500).isSameAs(byGtid(second, 500))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # source, target,  difference
            A:1-9,    A:1-7,   2 transactions (A:8-9)
            A:1-9,    A:1-12,  'a target without the transactions A:10-12, which the source lacks'
            '',       '',      the end of the binlog at binlog.000002:500; the target is at binlog.000002:4
            """)
    void namesWhatKeepsTheTargetAway(String source, String target, String difference) {
        assertThat(byGtid(source, 500).describeDifference(progress(target, "binlog.000002", 4)))
                .isEqualTo(difference.replace("A:", A + ":"));
    }

    private static FencedPosition byGtid(String set, long offset) {
        return new FencedPosition(set.replace("A:", A + ":"), new BinlogPosition("binlog.000002", offset));
    }

    private static Progress progress(String executed, String file, long offset) {
        return new Progress(executed.replace("A:", A + ":"), new LowWaterMark(9, new BinlogPosition(file, offset)));
    }
}
