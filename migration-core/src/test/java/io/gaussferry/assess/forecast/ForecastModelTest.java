package io.gaussferry.assess.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gaussferry.assess.forecast.MeasuredTable.Slice;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopySettings;
import io.gaussferry.snapshot.source.CopyLock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Forecasts of one table whose copy takes 10 µs per row and worker, with two workers. */
class ForecastModelTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId OTHER = new TableId("shop", "other");
    private static final Slice SLICE = new Slice(10_000, 1_000_000, 0.1);
    private static final double TOLERANCE = 1e-9;
    private static final long RANGE_BYTES = 1_000_000;

    private static CopySettings settings(long rowsPerSecond) {
        return new CopySettings(2, RANGE_BYTES, rowsPerSecond, 1_000_000, Duration.ZERO, CopyLock.WHEN_NEEDED);
    }

    private static TableSize size(TableId table, long rows) {
        return new TableSize(table, rows, 100 * rows, 0, 0, 0);
    }

    private static MeasuredTable measured(boolean complete, Slice indexes) {
        return new MeasuredTable(
                ITEM,
                complete,
                List.of(SLICE, SLICE),
                indexes,
                new Slice(20_000, 0, 0.1),
                new Slice(30_000, 0, 0.3),
                0.01);
    }

    private static ProbeResult probe(MeasuredTable... tables) {
        return new ProbeResult(2, true, List.of(tables), 0.001, 0.002, 0.5, 3, Map.of());
    }

    private static MigrationForecast forecast(ProbeResult probe, List<TableSize> sizes) {
        return new ForecastModel(probe, sizes, SourceActivity.UNKNOWN, 4, settings(0)).forecast();
    }

    private static Estimate copy(ProbeResult probe, TableSize... sizes) {
        return forecast(probe, List.of(sizes))
                .estimate(ForecastQuantity.COPY_TIME)
                .orElseThrow();
    }

    @Test
    void theCopyGrowsWithTheRows() {
        ProbeResult probe = probe(measured(false, Slice.NONE));
        double fixed = CopyForecast.START_SECONDS + 0.02;
        Estimate million = copy(probe, size(ITEM, 1_000_000));
        assertThat(million.likely() - fixed).isCloseTo(5 * CopyForecast.LOGGED_FACTOR, within(TOLERANCE));
        Estimate tenMillion = copy(probe, size(ITEM, 10_000_000));
        assertThat(tenMillion.likely() - fixed).isCloseTo(10 * (million.likely() - fixed), within(TOLERANCE));
        assertThat(tenMillion.low()).isLessThan(tenMillion.likely());
        assertThat(tenMillion.high()).isGreaterThan(tenMillion.likely());
    }

    @Test
    void aCompletelyCopiedTableHasAnExactNumberOfRows() {
        Estimate exact = copy(probe(measured(true, Slice.NONE)), size(ITEM, 1_000_000));
        double fixed = CopyForecast.START_SECONDS + 0.02;
        assertThat(exact.likely() - fixed).isCloseTo(0.1 * CopyForecast.LOGGED_FACTOR, within(TOLERANCE));
        Estimate uncertain = copy(probe(measured(false, Slice.NONE)), size(ITEM, 20_000));
        assertThat(uncertain.high()).isGreaterThan(exact.high());
    }

    @Test
    void anIndexCostsMoreThanLinearly() {
        TableSize indexed = new TableSize(ITEM, 2_000_000, 200_000_000, 0, 1, 0);
        double with = copy(probe(measured(false, new Slice(20_000, 0, 0.02))), indexed)
                .likely();
        double without =
                copy(probe(measured(false, Slice.NONE)), size(ITEM, 2_000_000)).likely();
        assertThat(with - without).isBetween(2.0, 4.0);
    }

    @Test
    void aTableWithoutMeasurementTakesTheTimePerByteOfTheOthers() {
        ProbeResult probe = probe(measured(false, Slice.NONE));
        double one = copy(probe, size(ITEM, 1_000_000)).likely();
        double both = copy(probe, size(ITEM, 1_000_000), size(OTHER, 1_000_000)).likely();
        assertThat(both - one).isCloseTo(5 * CopyForecast.LOGGED_FACTOR + 0.02, within(1e-6));
    }

    @Test
    void aTableOfOneRangeIsCopiedByOneWorker() {
        double fixed = CopyForecast.START_SECONDS + 0.02;
        Estimate oneRange =
                copy(probe(measured(false, Slice.NONE)), new TableSize(ITEM, 1_000_000, RANGE_BYTES, 0, 0, 0));
        assertThat(oneRange.likely() - fixed).isCloseTo(10 * CopyForecast.LOGGED_FACTOR, within(TOLERANCE));
    }

    @Test
    void theConfiguredLimitBounds() {
        ProbeResult probe = probe(measured(false, Slice.NONE));
        MigrationForecast limited = new ForecastModel(
                        probe, List.of(size(ITEM, 1_000_000)), SourceActivity.UNKNOWN, 4, settings(10_000))
                .forecast();
        assertThat(limited.estimate(ForecastQuantity.COPY_TIME).orElseThrow().likely())
                .isEqualTo(100);
    }

    @Test
    void withoutTargetTheCopyIsAnAssumptionAndTheRestIsUnknown() {
        ProbeResult reading =
                new ProbeResult(2, false, List.of(measured(false, Slice.NONE)), 0.001, 0, 0.5, 3, Map.of());
        MigrationForecast forecast = forecast(reading, List.of(size(ITEM, 1_000_000)));
        Estimate copy = forecast.estimate(ForecastQuantity.COPY_TIME).orElseThrow();
        assertThat(copy.high() / copy.likely()).isGreaterThan(2);
        assertThat(forecast.item(ForecastQuantity.COPY_TIME).basis()).contains("assumed");
        assertThat(forecast.estimate(ForecastQuantity.VERIFICATION_TIME)).isEmpty();
        assertThat(forecast.estimate(ForecastQuantity.CATCH_UP_RATE)).isEmpty();
        assertThat(forecast.estimate(ForecastQuantity.CATCH_UP_TIME)).isEmpty();
        assertThat(forecast.estimate(ForecastQuantity.DOWNTIME)).isEmpty();
    }

    @Test
    void withoutMeasurementThereIsNoForecastButItsReason() {
        ProbeResult failed = new ProbeResult(2, true, List.of(), 0.001, 0.001, 0, 0, Map.of("", "no server"));
        ForecastItem copy = forecast(failed, List.of(size(ITEM, 1_000_000))).item(ForecastQuantity.COPY_TIME);
        assertThat(copy.estimate()).isEmpty();
        assertThat(copy.basis()).contains("no server");
    }

    @Test
    void catchingUpTakesLongerTheCloserBothRatesAre() {
        assertThat(ForecastModel.catchUp(100, 1_000, 11_000)).isEqualTo(10);
        assertThat(ForecastModel.catchUp(100, 1_000, 2_000)).isEqualTo(100);
        assertThat(ForecastModel.catchUp(100, 1_000, 1_000)).isInfinite();
    }

    @Test
    void aSourceThatChangesFasterThanReplicationAppliesIsReported() {
        SourceActivity busy = new SourceActivity(1e9, 1e6, 10, 100, 1e6, 1);
        ForecastItem catchUp = new ForecastModel(
                        probe(measured(false, Slice.NONE)), List.of(size(ITEM, 1_000_000)), busy, 4, settings(0))
                .forecast()
                .item(ForecastQuantity.CATCH_UP_TIME);
        assertThat(catchUp.estimate()).isEmpty();
        assertThat(catchUp.basis()).contains("would not catch up");
    }

    @Test
    void theHigherOfObservedAndAverageChangesCounts() {
        SourceActivity quiet = new SourceActivity(10, 1e3, 10, 500, 1e6, 1);
        MigrationForecast forecast = new ForecastModel(
                        probe(measured(false, Slice.NONE)), List.of(size(ITEM, 1_000_000)), quiet, 4, settings(0))
                .forecast();
        assertThat(forecast.estimate(ForecastQuantity.CHANGE_RATE)).contains(new Estimate(10, 500, 500));
        assertThat(forecast.estimate(ForecastQuantity.CATCH_UP_TIME)).isPresent();
    }

    @Test
    void theDowntimeDependsOnTablesAndRoundTripsOnly() {
        ProbeResult probe = probe(measured(false, Slice.NONE));
        Estimate small = forecast(probe, List.of(size(ITEM, 1)))
                .estimate(ForecastQuantity.DOWNTIME)
                .orElseThrow();
        Estimate large = forecast(probe, List.of(size(ITEM, 1_000_000_000)))
                .estimate(ForecastQuantity.DOWNTIME)
                .orElseThrow();
        assertThat(large).isEqualTo(small);
        assertThat(small.likely()).isBetween(0.5, 3.0);
    }
}
