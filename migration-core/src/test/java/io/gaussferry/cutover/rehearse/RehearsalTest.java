package io.gaussferry.cutover.rehearse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No writer is refused in a rehearsal, so the target passes the position of the simulated fence instead of stopping there. */
class RehearsalTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";

    @ParameterizedTest
    @CsvSource({"1-9, true", "1-12, true", "1-8, false", "1-7:9-12, false"})
    void isDrainedAtPositionOrLater(String executed, boolean drained) {
        FencedPosition position = new FencedPosition(A + "1-9", new BinlogPosition("binlog.000002", 500));
        assertThat(Rehearsal.isReached(position, progress(A + executed, "binlog.000001", 4)))
                .isEqualTo(drained);
    }

    @ParameterizedTest
    @CsvSource({
        "binlog.000002, 500, true",
        "binlog.000002, 501, true",
        "binlog.000010, 4, true",
        "binlog.000002, 499, false",
        "binlog.000001, 900, false"
    })
    void comparesPositionsWithoutGtids(String file, long offset, boolean drained) {
        FencedPosition position = new FencedPosition("", new BinlogPosition("binlog.000002", 500));
        assertThat(Rehearsal.isReached(position, progress("", file, offset))).isEqualTo(drained);
    }

    private static Progress progress(String executed, String file, long offset) {
        return new Progress(executed, new LowWaterMark(9, new BinlogPosition(file, offset)));
    }
}
