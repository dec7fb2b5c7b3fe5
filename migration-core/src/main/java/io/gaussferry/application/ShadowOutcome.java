package io.gaussferry.application;

/** The outcome of a statement on both sides, the worst first. */
public enum ShadowOutcome {
    DIFFERS(
            "the rows, their order or the number of columns differ, or a write changes another number of rows, or the target"
                    + " refuses the statement"),
    DIGITS("the rows are equal when numbers are rounded to the source's digits, without the blanks at the end of CHAR"),
    OPEN(
            "the query does not define its rows or values, such as LIMIT without ORDER BY; the numbers of rows are equal. Or the"
                    + " target executes a write whose rows the source does not count"),
    SKIPPED("it was not executed, or not to its end; the reason is shown"),
    EQUAL("equal rows, and their order where ORDER BY defines it; of a write, as many rows");

    private final String description;

    ShadowOutcome(String description) {
        this.description = description;
    }

    /** Returns its name in reports. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns its meaning. */
    public String description() {
        return description;
    }
}
