package io.gaussferry.ddl.translate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement for the target. Steps are executed in their order, in one transaction.
 *
 * @param sql the statement
 * @param guards what must be true before it, in this order
 * @param unless a query about the target's catalogs: where it returns a row the statement is passed over; null for one that never is
 */
public record TargetStep(
        String sql, List<Guard> guards, @Nullable String unless) {

    /**
     * A condition that the target's rows or catalogs must meet.
     *
     * @param query must return no row; the first column of one that it returns is shown
     * @param reason what it means if there is one, as a sentence
     * @param otherwise what to do then
     */
    public record Guard(String query, String reason, Otherwise otherwise) {}

    /** What to do where a condition is not met. */
    public enum Otherwise {
        /** A human decides. */
        HOLD,
        /** The table's rows cannot be known from the binlog: it is copied again. */
        COPY_AGAIN
    }

    public TargetStep {
        guards = List.copyOf(guards);
    }

    /** A statement that is always executed. */
    public TargetStep(String sql) {
        this(sql, List.of(), null);
    }

    /** A statement that is executed if its conditions are met. */
    public TargetStep(String sql, List<Guard> guards) {
        this(sql, guards, null);
    }
}
