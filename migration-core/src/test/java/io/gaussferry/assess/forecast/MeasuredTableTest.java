package io.gaussferry.assess.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gaussferry.assess.forecast.MeasuredTable.Slice;
import io.gaussferry.model.TableId;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MeasuredTableTest {

    private static MeasuredTable of(double... secondsOfThousandRows) {
        return new MeasuredTable(
                new TableId("shop", "item"),
                false,
                Arrays.stream(secondsOfThousandRows)
                        .mapToObj(seconds -> new Slice(1_000, 50_000, seconds))
                        .toList(),
                Slice.NONE,
                Slice.NONE,
                Slice.NONE,
                0);
    }

    @Test
    void theSpeedLeavesOutTheTimeInWhichTheProcessWarmsUp() {
        MeasuredTable table = of(5, 3, 1, 1);
        assertThat(table.copied()).isEqualTo(new Slice(4_000, 200_000, 10));
        assertThat(table.steady().secondsPerRow()).isCloseTo(0.001, within(1e-12));
    }

    @Test
    void fewSlicesAllCount() {
        assertThat(of(2, 1, 3).steady().seconds()).isEqualTo(6);
        assertThat(of().steady().isMeasured()).isFalse();
    }

    @Test
    void theScatterIsTwiceTheStandardErrorRelativeToTheMean() {
        assertThat(of(1, 1).scatter()).isZero();
        assertThat(of(1, 3).scatter()).isCloseTo(2 * 1 / 2.0, within(1e-9));
        assertThat(of(4).scatter()).isZero();
    }
}
