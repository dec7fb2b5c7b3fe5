package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressCurveTest {
    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
    private static final String OTHER = "4e11fa47-71ca-11e1-9e33-c80aa9429562:";

    @Test
    void countsTransactionsWithGapsServersAndTags() {
        assertThat(ProgressCurve.count("")).isZero();
        assertThat(ProgressCurve.count(SERVER + "1-5:7")).isEqualTo(6);
        assertThat(ProgressCurve.count(SERVER + "1-5,\n" + OTHER + "3")).isEqualTo(6);
        assertThat(ProgressCurve.count(SERVER + "1-5:tag:1-2")).isEqualTo(7);
    }

    /** Several appliers may report the same GTIDs. */
    @Test
    void countsOverlappingSetsOnce() {
        assertThat(ProgressCurve.count(SERVER + "1-5," + SERVER + "4-8")).isEqualTo(8);
    }

    @Test
    void keepsFirstObservationOfEachCount() {
        ProgressCurve curve = new ProgressCurve(SERVER + "1-10");
        curve.add(100, SERVER + "1-10");
        curve.add(200, SERVER + "1-30");
        curve.add(300, SERVER + "1-30");
        curve.add(400, SERVER + "1-35");
        assertThat(curve.points())
                .containsExactly(
                        new ProgressCurve.Point(100, 0),
                        new ProgressCurve.Point(200, 20),
                        new ProgressCurve.Point(400, 25));
        assertThat(curve.reached(0)).isEqualTo(100);
        assertThat(curve.reached(10)).isEqualTo(150);
        assertThat(curve.reached(25)).isEqualTo(400);
    }

    /** Four appliers commit ten transactions each, together, once per hundred time units. */
    @Test
    void spreadsBurstOverPrecedingTime() {
        ProgressCurve curve = new ProgressCurve("");
        curve.add(0, "");
        for (int burst = 1; burst <= 5; burst++) {
            for (int applier = 1; applier <= 4; applier++) {
                curve.add(100L * burst + applier, SERVER + "1-" + (40 * (burst - 1) + 10 * applier));
            }
        }
        // within the second burst: from 104 to 204 the count rose from 40 to 80
        assertThat(curve.reached(60)).isEqualTo(154);
        assertThat(curve.reached(80)).isEqualTo(204);
    }
}
