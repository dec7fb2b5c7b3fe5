package io.gaussferry.assess.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void anErrorIsRelativeInBothDirections() {
        Estimate estimate = Estimate.around(10, 1);
        assertThat(estimate).isEqualTo(new Estimate(5, 10, 20));
        assertThat(Estimate.around(10, 0)).isEqualTo(Estimate.exactly(10));
    }

    @Test
    void sumsOfDependentQuantitiesAddTheirIntervals() {
        assertThat(new Estimate(1, 2, 4).plus(new Estimate(2, 3, 8)).times(2)).isEqualTo(new Estimate(6, 10, 24));
    }

    @Test
    void independentDeviationsPartlyCancelOut() {
        Estimate one = new Estimate(7, 10, 13);
        Estimate sum = Estimate.sumOfIndependent(List.of(one, one, one, one));
        assertThat(sum.likely()).isEqualTo(40);
        assertThat(sum.low()).isCloseTo(34, within(1e-9));
        assertThat(sum.high()).isCloseTo(46, within(1e-9));
        assertThat(Estimate.sumOfIndependent(List.of())).isEqualTo(Estimate.ZERO);
    }

    @Test
    void aSumHasNoNegativeBoundAndKeepsAMissingOne() {
        Estimate sum = Estimate.sumOfIndependent(List.of(new Estimate(0, 1, Double.POSITIVE_INFINITY)));
        assertThat(sum.low()).isZero();
        assertThat(sum.high()).isInfinite();
    }

    @Test
    void aLimitRaisesAllBounds() {
        assertThat(new Estimate(1, 5, 9).orMore(6)).isEqualTo(new Estimate(6, 6, 9));
    }

    @Test
    void rejectsWhatIsNoInterval() {
        assertThatThrownBy(() -> new Estimate(2, 1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Estimate(0, Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
