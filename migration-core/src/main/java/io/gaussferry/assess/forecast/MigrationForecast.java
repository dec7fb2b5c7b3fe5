package io.gaussferry.assess.forecast;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The forecasts of a migration.
 *
 * @param items one for each quantity
 */
public record MigrationForecast(List<ForecastItem> items) {

    public MigrationForecast {
        items = List.copyOf(items);
    }

    /** Returns forecasts without an estimate, for a source that could not be read. */
    public static MigrationForecast unknown(String reason) {
        return new MigrationForecast(Arrays.stream(ForecastQuantity.values())
                .map(quantity -> ForecastItem.unknown(quantity, reason))
                .toList());
    }

    /** Returns the forecast of a quantity. */
    public ForecastItem item(ForecastQuantity quantity) {
        return items.stream()
                .filter(item -> item.quantity() == quantity)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the estimate of a quantity; empty if there is none. */
    public Optional<Estimate> estimate(ForecastQuantity quantity) {
        return item(quantity).estimate();
    }
}
