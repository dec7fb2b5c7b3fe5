package io.gaussferry.objects.translate;

/** Aggregates whose result depends on the order in which a server reads the rows. */
public enum UnorderedAggregate {
    CONCATENATION("GROUP_CONCAT without ORDER BY"),
    /** Its loop may concatenate the rows. */
    CURSOR("a cursor without ORDER BY"),
    FLOATING_SUM("a sum of floating-point numbers"),
    /** The string that represents a group, or is the least or greatest one, among strings that a collation equates. */
    SPELLING("strings that a collation equates");

    private final String words;

    UnorderedAggregate(String words) {
        this.words = words;
    }

    /** Returns the aggregate in reports. */
    public String words() {
        return words;
    }
}
