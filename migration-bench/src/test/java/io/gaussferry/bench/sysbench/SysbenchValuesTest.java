package io.gaussferry.bench.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SysbenchValuesTest {
    @Test
    void generatesTenGroupsOfElevenDigitsForC() {
        assertThat(SysbenchValues.c(new SplittableRandom(1)))
                .matches("\\d{11}(-\\d{11}){9}")
                .hasSize(119);
    }

    @Test
    void generatesFiveGroupsOfElevenDigitsForPad() {
        assertThat(SysbenchValues.pad(new SplittableRandom(1)))
                .matches("\\d{11}(-\\d{11}){4}")
                .hasSize(59);
    }

    @Test
    void generatesSameSequenceForSameSeed() {
        SplittableRandom first = new SplittableRandom(42);
        SplittableRandom second = new SplittableRandom(42);
        assertThat(SysbenchValues.c(first)).isEqualTo(SysbenchValues.c(second));
        assertThat(SysbenchValues.c(first)).isEqualTo(SysbenchValues.c(second)).isNotEqualTo(SysbenchValues.c(first));
    }
}
