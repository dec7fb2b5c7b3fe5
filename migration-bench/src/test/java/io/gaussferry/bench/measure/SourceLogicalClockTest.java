package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceLogicalClockTest {
    @Test
    void namesOnlyClockOfServerWithoutVariable() {
        assertThat(SourceLogicalClock.withoutVariable(5, 7)).isEqualTo("COMMIT_ORDER (no variable)");
        assertThat(SourceLogicalClock.withoutVariable(8, 3)).isEqualTo("COMMIT_ORDER (no variable)");
        assertThat(SourceLogicalClock.withoutVariable(8, 4)).isEqualTo("WRITESET (no variable)");
        assertThat(SourceLogicalClock.withoutVariable(9, 0)).isEqualTo("WRITESET (no variable)");
    }
}
