package io.gaussferry.application;

/** The outcome of a read on both sides, the worst first. */
public enum ShadowOutcome {
    DIFFERS("the rows, their order or the number of columns differ, or the target refuses the query"),
    DIGITS("the rows are equal when numbers are rounded to the source's digits, without the blanks at the end of CHAR"),
    OPEN("the query does not define its rows or values, such as LIMIT without ORDER BY; the numbers of rows are equal"),
    SKIPPED("it was not executed, or not to its end; the reason is shown"),
    EQUAL("equal rows, and their order where ORDER BY defines it");

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
