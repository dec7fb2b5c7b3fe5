package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void medianIsTheMiddleWhateverTheOrder() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2.0);
        assertThat(Statistics.median(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3.0);
        assertThat(Statistics.median(List.of())).isNaN();
    }

    @Test
    void percentileIsANumberThatWasThere() {
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
