package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class GtidBitmapTest {

    private static final UUID ONE = new UUID(1, 2);
    private static final UUID OTHER = new UUID(3, 4);

    @Test
    void readsOneTransactionPerBit() {
        GtidSet everySecond = GtidBitmap.parse(ONE + ":1:VVVVVVVVVVVVVVVVVVVVVQ==");

        assertThat(everySecond.count()).isEqualTo(64);
        assertThat(everySecond.contains(new Gtid(ONE, "", 64))).isTrue();
        assertThat(everySecond.contains(new Gtid(ONE, "", 65))).isFalse();
        assertThat(everySecond.contains(new Gtid(ONE, "", 190))).isTrue();
    }

    @Test
    void readsServerAndTagOfRuns() {
        GtidSet runs = GtidBitmap.parse(ONE + ":0:Ag==," + OTHER + ":tag:2:AQ==");

        assertThat(runs.count()).isEqualTo(2);
        assertThat(runs.contains(new Gtid(ONE, "", 1))).isTrue();
        assertThat(runs.contains(new Gtid(OTHER, "tag", 128))).isTrue();
    }

    @Test
    void readsEmptyBitmapAndRefusesInvalidStrings() {
        assertThat(GtidBitmap.parse("").isEmpty()).isTrue();
        for (String invalid : new String[] {"x", ONE + ":1-5", ONE + ":1:!", ONE + ":a:b:c:d"}) {
            assertThatThrownBy(() -> GtidBitmap.parse(invalid)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
