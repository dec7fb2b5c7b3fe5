package io.gaussferry.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpeedLineTest {
    @Test
    void readsSpeedLine() {
        String line =
                "have replayed 25190 transaction, and current time is 2026-11-21 14:16:29.796, and current speed is 22890";
        assertThat(SpeedLine.parse(line)).contains(new SpeedLine(25_190, 22_890));
    }

    @Test
    void ignoresOtherLines() {
        assertThat(SpeedLine.parse("replaying from 3e11fa47:1-5")).isEmpty();
        assertThat(SpeedLine.parse("have replayed many transaction, and current time is x, and current speed is 1"))
                .isEmpty();
        assertThat(SpeedLine.parse("")).isEmpty();
    }
}
