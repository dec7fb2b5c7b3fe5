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
}
