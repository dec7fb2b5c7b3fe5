package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks, foreign keys and unique keys of expressions that the target gets at the cutover, or not at all. Until then only the source refuses rows that violate them, which says
 * nothing about the object that writes them.
 */
final class LaterConstraints {

    /** Violations of a check in MySQL and in MariaDB, and of a foreign key. */
    private static final Set<Integer> VIOLATIONS = Set.of(3819, 4025, 1452);

    private static final int DUPLICATE = 1062;
    private static final Pattern KEY = Pattern.compile("for key '([^'.]+)\\.([^']+)'$");
    private static final String OF_EXPRESSION = "SELECT 1 FROM information_schema.statistics"
            + " WHERE table_name = ? AND index_name = ? AND expression IS NOT NULL";

    private static final Pattern NAME = Pattern.compile("Check constraint '([^']+)'|CONSTRAINT `([^`]+)`");

    /** The reason for which executions are left out. */
    private static final String REASON =
            " left out, which the source refuses by a constraint that the target does not have yet";

    private final Connection source;
    private final Connection target;

    LaterConstraints(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    /** Returns the name of the constraint that a failure of the source names; empty for another failure. */
    static Optional<String> violated(@Nullable SQLException failure) {
        if (failure == null || !VIOLATIONS.contains(failure.getErrorCode())) {
            return Optional.empty();
        }
        Matcher name = NAME.matcher(String.valueOf(failure.getMessage()));
        return name.find() ? Optional.of(name.group(1) == null ? name.group(2) : name.group(1)) : Optional.empty();
    }

    /** Returns whether the target lacks the constraint that a failure of the source names. */
    boolean explain(@Nullable SQLException failure) throws SQLException {
        if (failure != null && failure.getErrorCode() == DUPLICATE) {
            return isLaterKey(failure);
        }
        Optional<String> name = violated(failure);
        return name.isPresent()
                && Sql.list(
                                target,
                                row -> row.getString(1),
                                "SELECT conname FROM pg_catalog.pg_constraint WHERE conname = ?",
                                name.get())
                        .isEmpty();
    }

    /** Returns whether a duplicate is one of a unique key over an expression that the target does not have yet. */
    private boolean isLaterKey(SQLException failure) throws SQLException {
        Matcher key = KEY.matcher(String.valueOf(failure.getMessage()));
        if (!key.find()) {
            return false;
        }
        try {
            if (Sql.list(source, row -> row.getString(1), OF_EXPRESSION, key.group(1), key.group(2))
                    .isEmpty()) {
                return false;
            }
        } catch (SQLException e) {
            // a server without keys of expressions does not have the column
            ExecutionFailures.requireConnection(e);
            return false;
        }
        return Sql.list(
                        target,
                        row -> row.getString(1),
                        "SELECT indexname FROM pg_catalog.pg_indexes WHERE tablename = ? AND indexname = ?",
                        key.group(1),
                        key.group(1) + "_" + key.group(2))
                .isEmpty();
    }

    /** Returns the end of a report for a number of executions; empty for none. */
    static String leftOut(int executions) {
        return executions == 0 ? "" : ", " + executions + REASON;
    }
}
