package io.gaussferry.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplaySummaryTest {
    private static final String LINE = "replayed transactions=25190 rows=30211 seconds=20.1 mean=1253 peak=22890"
            + " lagP50Millis=12 lagP99Millis=80 lagMaxMillis=120";

    @Test
    void readsIntegralAndDecimalValues() {
        assertThat(ReplaySummary.parse(LINE))
                .contains(new ReplaySummary(25_190, 30_211, 20.1, 1_253, 22_890, 12, 80, 120));
        assertThat(ReplaySummary.parse(LINE.replace("lagP50Millis=12", "lagP50Millis=0.25")))
                .hasValueSatisfying(
                        summary -> assertThat(summary.lagP50Millis()).isEqualTo(0.25));
    }

    @Test
    void acceptsMembersInAnyOrderAndIgnoresUnknownOnes() {
        assertThat(ReplaySummary.parse(
                        "replayed mode=commit-order " + LINE.substring("replayed ".length()) + " quarantined=0"))
                .isEqualTo(ReplaySummary.parse(LINE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "replayed",
                "replayed ",
                "replayed transactions=25190 rows=30211",
                "replaying from 3e11fa47:1-5",
                "have replayed 25190 transaction, and current time is 2026-11-21 14:16:29.796, and current speed is 1",
                "replayed transactions=NaN rows=1 seconds=1 mean=1 peak=1 lagP50Millis=1 lagP99Millis=1 lagMaxMillis=1",
                "replayed transactions=-1 rows=1 seconds=1 mean=1 peak=1 lagP50Millis=1 lagP99Millis=1 lagMaxMillis=1",
                "replayed transactions rows=1 seconds=1 mean=1 peak=1 lagP50Millis=1 lagP99Millis=1 lagMaxMillis=1"
            })
    void rejectsIncompleteLines(String line) {
        assertThat(ReplaySummary.parse(line)).isEmpty();
    }
}
