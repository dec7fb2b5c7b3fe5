package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The times that count as equal on both sides, and those that do not. */
class PresentTimeTest {

    private static final PresentTime PRESENT = PresentTime.until("2026-05-01 12:00:10.250000", Duration.ofSeconds(3));

    @Test
    void replacesTimesOfTheExecution() {
        String word = PRESENT.common("2026-05-01 12:00:10.25");
        assertThat(word).isEqualTo("the present time");
        assertThat(PRESENT.common("2026-05-01 12:00:07")).isEqualTo(word);
        // rounded up
        assertThat(PRESENT.common("2026-05-01 12:00:11")).isEqualTo(word);
    }

    @Test
    void keepsOtherValues() {
        assertThat(PRESENT.common("2026-05-01 12:00:06")).isEqualTo("2026-05-01 12:00:06");
        assertThat(PRESENT.common("2026-05-01 12:00:12")).isEqualTo("2026-05-01 12:00:12");
        assertThat(PRESENT.common("2020-01-01 00:00:00")).isEqualTo("2020-01-01 00:00:00");
        assertThat(PRESENT.common("0000-00-00 00:00:00")).isEqualTo("0000-00-00 00:00:00");
        assertThat(PRESENT.common(null)).isNull();
    }
}
