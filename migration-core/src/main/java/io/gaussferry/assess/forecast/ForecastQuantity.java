package io.gaussferry.assess.forecast;

/** The quantities of a forecast. */
public enum ForecastQuantity {
    COPY_TIME("copy", Unit.SECONDS),
    CHANGE_RATE("changes of the source", Unit.ROWS_PER_SECOND),
    CATCH_UP_RATE("catch-up rate", Unit.ROWS_PER_SECOND),
    CATCH_UP_TIME("catch-up after the copy", Unit.SECONDS),
    VERIFICATION_TIME("verification", Unit.SECONDS),
    DOWNTIME("downtime", Unit.SECONDS);

    /** The unit of a quantity. */
    public enum Unit {
        SECONDS,
        ROWS_PER_SECOND
    }

    private final String description;
    private final Unit unit;

    ForecastQuantity(String description, Unit unit) {
        this.description = description;
        this.unit = unit;
    }

    /** Returns its name in reports. */
    public String description() {
        return description;
    }

    /** Returns its unit. */
    public Unit unit() {
        return unit;
    }
}
