package io.gaussferry.assess.forecast;

import java.util.Optional;

/**
 * One forecast.
 *
 * @param quantity the quantity
 * @param estimate the value with its interval; empty if there is no basis for one
 * @param basis the measurements and assumptions; without an estimate, why there is none
 */
public record ForecastItem(ForecastQuantity quantity, Optional<Estimate> estimate, String basis) {

    static ForecastItem of(ForecastQuantity quantity, Estimate estimate, String basis) {
        return new ForecastItem(quantity, Optional.of(estimate), basis);
    }

    static ForecastItem unknown(ForecastQuantity quantity, String reason) {
        return new ForecastItem(quantity, Optional.empty(), reason);
    }
}
