package io.gaussferry.ddl.translate;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One statement for the target. Steps are executed in order, in one transaction.
 *
 * @param sql the statement
 * @param guards what must be true before it, in this order
 * @param unless a query of the target's catalogs: if it returns a row, the statement is skipped; null if it is never skipped
 * @param naming the names in the statement that depend on the target's objects; null if none does
 */
public record TargetStep(
        String sql,
        List<Guard> guards,
        @Nullable String unless,
        @Nullable Naming naming) {

    /**
     * Names that are looked up when the step is executed: an object has the wanted name only if no other one had it.
     *
     * @param query returns the names in one row; without a row the step is skipped
     * @param statement returns the statement with these names, in the order of the query's columns
     */
    public record Naming(String query, Function<List<String>, String> statement) {}

    /**
     * A condition on the target's rows or catalogs.
     *
     * @param query must return no row; the first column of a returned row is shown in the message
     * @param reason the meaning of a returned row, as a sentence
     * @param otherwise the action if it returns a row
     */
    public record Guard(String query, String reason, Otherwise otherwise) {}

    /** The action if a condition is not met. */
    public enum Otherwise {
        /** An operator decides. */
        HOLD,
        /** The table is copied again, because the binlog does not contain its rows. */
        COPY_AGAIN
    }

    public TargetStep {
        guards = List.copyOf(guards);
    }

    /** Creates a step that is always executed. */
    public TargetStep(String sql) {
        this(sql, List.of(), null, null);
    }

    /** Creates a step that is executed if its conditions are met. */
    public TargetStep(String sql, List<Guard> guards) {
        this(sql, guards, null, null);
    }

    /** A statement that is executed if its conditions are met, unless a query returns a row. */
    public TargetStep(String sql, List<Guard> guards, @Nullable String unless) {
        this(sql, guards, unless, null);
    }

    /** Returns a statement that is executed only if a query returns a row. */
    static TargetStep onlyIf(String query, String sql) {
        return new TargetStep(sql, List.of(), null, new Naming(query, unused -> sql));
    }

    /**
     * Returns a statement whose names are looked up.
     *
     * @param wanted the names with which the statement is shown
     */
    static TargetStep named(List<String> wanted, List<Guard> guards, Naming naming) {
        return new TargetStep(naming.statement().apply(wanted), guards, null, naming);
    }
}
