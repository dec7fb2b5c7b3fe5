package io.gaussferry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.metrics.Buckets.Histogram;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketsTest {

    @Test
    void countsValueInFirstBucketWhoseBoundItDoesNotExceed() {
        Buckets buckets = new Buckets(List.of(1.0, 10.0));
        for (double value : new double[] {0, 1, 1.5, 10, 10.5, 1_000}) {
            buckets.add(value);
        }
        assertThat(buckets.view()).isEqualTo(new Histogram(List.of(1.0, 10.0), List.of(2L, 2L, 2L), 1_023));
    }

    @Test
    void doesNotChangeEarlierView() {
        Buckets buckets = new Buckets(List.of(1.0));
        Histogram before = buckets.view();
        buckets.add(5);
        assertThat(before).isEqualTo(new Histogram(List.of(1.0), List.of(0L, 0L), 0));
    }
}
