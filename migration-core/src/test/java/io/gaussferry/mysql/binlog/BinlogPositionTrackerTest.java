package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.BinlogPosition;
import org.junit.jupiter.api.Test;

class BinlogPositionTrackerTest {

    private static final int LENGTH = 1 << 30;

    @Test
    void countsOffsetsBeyondTheRangeOfEvents() {
        BinlogPositionTracker places = new BinlogPositionTracker(null);
        places.rotate("binlog.000001", 4);
        long end = 4;
        for (int i = 0; i < 10; i++) {
            end += LENGTH;
            places.advance(event(end, LENGTH));
            assertThat(places.end()).isEqualTo(new BinlogPosition("binlog.000001", end));
            assertThat(places.start().offset()).isEqualTo(end - LENGTH);
        }
        places.rotate("binlog.000002", 4);
        places.advance(event(104, 100));
        assertThat(places.end()).hasToString("binlog.000002:104");
    }

    @Test
    void continuesAfterAnEventThatEndsAtTheRangeLimit() {
        BinlogPositionTracker places = new BinlogPositionTracker(null);
        places.rotate("binlog.000001", (1L << 32) - 100);
        places.advance(event(1L << 32, 100));
        assertThat(places.end().offset()).isEqualTo(1L << 32);
        places.advance(event((1L << 32) + 7, 7));
        assertThat(places.end().offset()).isEqualTo((1L << 32) + 7);
    }

    /** MariaDB 11.4 reports 0. */
    @Test
    void addsEventsWithoutOffset() {
        BinlogPositionTracker places = new BinlogPositionTracker(null);
        places.rotate("binlog.000001", 4);
        places.advance(event(104, 100));
        places.advance(event(0, 30));
        assertThat(places.start().offset()).isEqualTo(104);
        assertThat(places.end().offset()).isEqualTo(134);
        places.advance(event(150, 16));
        assertThat(places.end().offset()).isEqualTo(150);
    }

    @Test
    void resumesAtAPositionThatCannotBeRequested() {
        BinlogPosition far = new BinlogPosition("binlog.000001", 4 + 6L * LENGTH);
        assertThat(BinlogPositionTracker.requested(far).offset()).isEqualTo(4);
        assertThat(BinlogPositionTracker.requested(new BinlogPosition("binlog.000001", 1_234))
                        .offset())
                .isEqualTo(1_234);
        BinlogPositionTracker places = new BinlogPositionTracker(far);
        places.rotate("binlog.000001", 4);
        for (int i = 1; i <= 8; i++) {
            assertThat(places.advance(event(4 + (long) i * LENGTH, LENGTH))).isEqualTo(i > 6);
        }
        places.rotate("binlog.000002", 4);
        assertThat(places.advance(event(104, 100))).isTrue();
    }

    @Test
    void rejectsAPositionAtWhichNoEventStarts() {
        BinlogPositionTracker places = new BinlogPositionTracker(new BinlogPosition("binlog.000001", 150));
        places.rotate("binlog.000001", 4);
        places.advance(event(104, 100));
        assertThatThrownBy(() -> places.advance(event(204, 100))).hasMessageContaining("binlog.000001:150");
    }

    @Test
    void rejectsAnotherFileOfTheSameName() {
        BinlogPositionTracker places =
                new BinlogPositionTracker(new BinlogPosition("binlog.000001", 150, 1_700_000_000));
        places.rotate("binlog.000001", 150);
        places.advance(description(1_700_000_000));
        places.rotate("binlog.000001", 150);
        assertThatThrownBy(() -> places.advance(description(1_700_000_001))).hasMessageContaining("was reset");
        places.rotate("binlog.000002", 4);
        places.advance(description(1_700_000_002));
        assertThat(places.end()).isEqualTo(new BinlogPosition("binlog.000002", 4, 1_700_000_002));
    }

    private static RawEvent description(long created) {
        return new RawEvent(RawEvent.FORMAT_DESCRIPTION, 0, created, -100, 0, new byte[0]);
    }

    private static RawEvent event(long end, long length) {
        long reported = end & 0xFFFF_FFFFL;
        return new RawEvent(RawEvent.WRITE_ROWS, 0, 0, reported - length, reported, new byte[0]);
    }
}
