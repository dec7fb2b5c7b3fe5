package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SessionStateTest {

    private static final int TIME_ZONE = 5;

    private static SessionState inZone(String name) {
        byte[] zone = name.getBytes(StandardCharsets.US_ASCII);
        byte[] event = new byte[zone.length + 2];
        event[0] = TIME_ZONE;
        event[1] = (byte) zone.length;
        System.arraycopy(zone, 0, event, 2, zone.length);
        return SessionState.parse(new WireReader(event, 0, event.length));
    }

    @Test
    void returnsOffsetsOnly() {
        assertThat(inZone("+05:30").offset()).isEqualTo(ZoneOffset.ofHoursMinutes(5, 30));
        assertThat(inZone("-00:59").offset()).isEqualTo(ZoneOffset.ofHoursMinutes(0, -59));
        for (String name : new String[] {"Europe/Berlin", "UTC", "GMT+2", "SYSTEM", ""}) {
            assertThat(inZone(name).offset()).as(name).isNull();
        }
        assertThat(SessionState.parse(new WireReader(new byte[0], 0, 0)).offset())
                .isNull();
    }

    /** MariaDB 11.5 and later write the chosen collations before all others. */
    @Test
    void parsesWhatFollowsMariaDbsDefaultCollations() {
        byte[] event = {
            (byte) 131,
            2,
            33,
            0,
            0,
            9,
            45,
            0,
            64,
            9, // of utf8mb3 and utf8mb4
            (byte) 130,
            4,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8, // the flags with a number
            (byte) 130,
            0,
            4,
            8,
            0,
            45,
            0,
            46,
            0
        };
        SessionState state = SessionState.parse(new WireReader(event, 0, event.length));
        assertThat(state.defaultCollations()).containsExactly(0x900L, 0x940L);
        assertThat(state.clientCollation()).isEqualTo(8);
        assertThat(state.connectionCollation()).isEqualTo(45);
        assertThat(state.serverCollation()).isEqualTo(46);
    }
}
