package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.BinlogPosition;
import org.junit.jupiter.api.Test;

/** An event that is not understood stops replication, with its location. */
class UnsupportedEventsTest {

    private static final int UNKNOWN_TYPE = 99;
    private static final int IGNORABLE_FLAG = 0x80;

    private static TransactionLocation location() {
        return new TransactionLocation(null, new BinlogPosition("binlog.000007", 1000));
    }

    private static void refuse(int type, int flags) {
        UnsupportedEvents.refuseUnlessIgnorable(
                new RawEvent(type, flags, 0, 1000, 1100, new byte[8]), UnsupportedEventsTest::location);
    }

    @Test
    void refusesUnknownTypeWithLocation() {
        assertThatThrownBy(() -> refuse(UNKNOWN_TYPE, 0))
                .hasMessageContaining("unknown type 99")
                .hasMessageContaining("at: source, binlog.000007:1000")
                .hasMessageContaining("BINLOG_UNSUPPORTED");
    }

    @Test
    void acceptsUnknownTypeThatTheServerMarksAsIgnorable() {
        assertThatCode(() -> refuse(UNKNOWN_TYPE, IGNORABLE_FLAG)).doesNotThrowAnyException();
    }

    @Test
    void refusesIncident() {
        assertThatThrownBy(() -> refuse(RawEvent.INCIDENT, 0)).hasMessageContaining("BINLOG_INCOMPLETE");
    }
}
