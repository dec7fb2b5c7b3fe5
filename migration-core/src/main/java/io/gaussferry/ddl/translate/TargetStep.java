package io.gaussferry.ddl.translate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement for the target, after what must be true for it. Steps are executed in their order, in one transaction.
 *
 * @param sql the statement
 * @param guards what must be true before it, in this order
 */
public record TargetStep(String sql, List<Guard> guards) {

    /**
     * A condition that the target's rows or catalogs must meet.
     *
     * @param query must return no row; the first column of one that it returns is shown
     * @param reason why the statement is held if there is one, as a sentence
     */
    public record Guard(String query, String reason) {}

    public TargetStep {
        guards = List.copyOf(guards);
    }

    /** A statement that can always be executed. */
    public TargetStep(String sql) {
        this(sql, List.of());
    }

    /** A statement that is executed if a query returns no row. */
    public TargetStep(String sql, @Nullable Guard guard) {
        this(sql, guard == null ? List.of() : List.of(guard));
    }
}
