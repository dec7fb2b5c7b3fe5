package io.gaussferry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DutyCycleThrottlerTest {

    @ParameterizedTest
    @CsvSource({"100, 0", "50, 1000", "25, 3000", "10, 9000", "1, 99000"})
    void limitsWorkToItsShareOfTheTime(int share, long restMillis) {
        assertThat(new DutyCycleThrottler(share).restAfter(Duration.ofSeconds(1)))
                .isEqualTo(Duration.ofMillis(restMillis));
    }
}
