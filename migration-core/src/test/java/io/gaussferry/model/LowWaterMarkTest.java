package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LowWaterMarkTest {

    private static final LowWaterMark FIRST = new LowWaterMark(1, new BinlogPosition("b.1", 4));
    private static final LowWaterMark SECOND = new LowWaterMark(2, new BinlogPosition("b.1", 9));

    /** Every applier wrote the mark that it knew, in any order. */
    @Test
    void takesTheHigherMark() {
        assertThat(FIRST.later(SECOND)).isEqualTo(SECOND);
        assertThat(SECOND.later(FIRST)).isEqualTo(SECOND);
        assertThat(LowWaterMark.NONE.later(FIRST)).isEqualTo(FIRST);
        assertThat(new LowWaterMark(2, new BinlogPosition("", 0)).later(FIRST).captureSequence())
                .isEqualTo(2);
    }

    @Test
    void prefersAMarkWithAPosition() {
        LowWaterMark counted = new LowWaterMark(1, new BinlogPosition("", 0));
        assertThat(counted.later(FIRST)).isEqualTo(FIRST);
        assertThat(FIRST.later(counted)).isEqualTo(FIRST);
    }
}
