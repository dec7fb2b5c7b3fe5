package io.gaussferry.application;

/** The grade of a statement, the worst first. */
public enum StatementGrade {
    FAILS("the target refuses it, and no rewrite is known"),
    DIFFERS("the target accepts it, and returns or changes other rows or values"),
    REWRITE("the target needs other SQL, which is shown"),
    UNKNOWN("it could not be examined"),
    ALIKE("the target accepts it as it is, and no rule finds a difference");

    private final String description;

    StatementGrade(String description) {
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
