package io.gaussferry.objects.prove;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The execution of statements on one side.
 *
 * @param failure the error of one of them; null for none
 * @param warning the first warning, with marked values; null for none
 */
record Execution(@Nullable SQLException failure, @Nullable String warning) {

    private static final int LONGEST_STATEMENT_SECONDS = 10;

    enum Side {
        SOURCE,
        TARGET
    }

    /** Executes statements until one fails. */
    static Execution of(Connection connection, List<String> statements, Side side) throws SQLException {
        String warning = null;
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
            for (String sql : statements) {
                statement.execute(sql);
                if (warning == null) {
                    warning = switch (side) {
                        case SOURCE -> ExecutionWarnings.ofSource(statement) ? "" : null;
                        case TARGET -> ExecutionWarnings.ofTarget(statement);
                    };
                }
            }
            return new Execution(null, warning);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return new Execution(e, warning);
        }
    }
}
