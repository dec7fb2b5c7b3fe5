package io.gaussferry.bench.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
    private static final int DRAWS = 20_000;

    @ParameterizedTest
    @CsvSource({"SPECIAL, 1", "SPECIAL, 2", "SPECIAL, 1000", "UNIFORM, 1", "UNIFORM, 1000"})
    void staysWithinTable(Distribution distribution, int size) {
        int[] drawn = draws(distribution, size);
        assertThat(drawn[0]).isGreaterThanOrEqualTo(1);
        assertThat(drawn[DRAWS - 1]).isLessThanOrEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000})
    void drawsMiddleHundredthThreeTimesInFour(int size) {
        int middle = size / 2;
        long hot = Arrays.stream(draws(Distribution.SPECIAL, size))
                .filter(value -> Math.abs(value - middle) <= size / 200)
                .count();
        // The mean of twelve draws also falls there, about one time in twenty.
        assertThat(hot).isBetween((long) (DRAWS * 0.73), (long) (DRAWS * 0.79));
    }

    @ParameterizedTest
    @EnumSource(Distribution.class)
    void dependsOnSeedOnly(Distribution distribution) {
        assertThat(draws(distribution, 500)).isEqualTo(draws(distribution, 500));
    }

    private static int[] draws(Distribution distribution, int size) {
        SplittableRandom random = new SplittableRandom(7);
        int[] drawn = new int[DRAWS];
        Arrays.setAll(drawn, index -> distribution.draw(random, size));
        Arrays.sort(drawn);
        return drawn;
    }
}
