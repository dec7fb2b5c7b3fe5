package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void returnsExistingNumberAsPercentile() {
        double[] numbers = new double[200];
        for (int index = 0; index < numbers.length; index++) {
            numbers[index] = 200 - index;
        }
        assertThat(Statistics.percentile(numbers, 50)).isEqualTo(100);
        assertThat(Statistics.percentile(numbers, 99)).isEqualTo(198);
        assertThat(Statistics.percentile(numbers, 100)).isEqualTo(200);
        assertThat(Statistics.percentile(new double[] {7}, 1)).isEqualTo(7);
        assertThat(Statistics.percentile(new double[0], 50)).isNaN();
    }
}
