package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The warnings of an execution. openGauss changes a value that does not fit with a warning only, in queries and calls also in strict mode, and
 * so the result can be that of the source by chance.
 */
final class ExecutionWarnings {

    /** The SQLSTATE of messages that are no warnings. */
    private static final String NOTICE = "00000";

    /** MySQL returns NULL as the target does, and warns in some modes only. Statements that change rows fail in strict mode. */
    private static final String DIVISION_BY_ZERO = "22012";

    /** A message about the routine itself. */
    private static final String RECOMPILED = "re-compile function";

    /** INSERT IGNORE leaves out the row, as in MySQL, whose warning a later statement of the routine clears. */
    private static final String DUPLICATE = "duplicate key value violates unique constraint";

    private ExecutionWarnings() {}

    /** Returns whether the last statement of the source's session has warned. */
    static boolean ofSource(Statement session) throws SQLException {
        try (ResultSet warnings = session.executeQuery("SHOW WARNINGS")) {
            boolean found = false;
            while (warnings.next()) {
                found |= "Warning".equalsIgnoreCase(warnings.getString(1));
            }
            return found;
        }
    }

    /** Returns the first warning of a statement of the target, with marked values; null for none. */
    static @Nullable String ofTarget(Statement statement) throws SQLException {
        return first(statement.getWarnings());
    }

    /** Returns the first warning that may mean a changed value, with marked values; null for none. */
    static @Nullable String first(@Nullable SQLWarning warnings) {
        for (SQLWarning warning = warnings; warning != null; warning = warning.getNextWarning()) {
            String message = String.valueOf(warning.getMessage());
            boolean isEqual = NOTICE.equals(warning.getSQLState()) || DIVISION_BY_ZERO.equals(warning.getSQLState());
            if (!isEqual && !message.contains(RECOMPILED) && !message.contains(DUPLICATE)) {
                return RowValueMarks.marked(message) + " (SQLSTATE " + warning.getSQLState() + ")";
            }
        }
        return null;
    }

    /** Returns the difference if only the target has warned; null otherwise. */
    static @Nullable ProofDifference difference(boolean ofSource, @Nullable String ofTarget) {
        return ofSource || ofTarget == null
                ? null
                : new ProofDifference("only the target warns: " + ofTarget, ProofDifference.Cause.WARNING);
    }
}
