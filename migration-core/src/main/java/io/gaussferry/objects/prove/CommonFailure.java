package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.opengauss.ErrorText;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The errors of an execution that fails on both sides. Each server has its own SQLSTATEs and messages, but those of SIGNAL are the body's, and
 * applications show them. An error in the target's SQL is none that the source's data can cause.
 */
final class CommonFailure {

    /** MySQL's error code of SIGNAL, unless the statement has MYSQL_ERRNO. */
    private static final int UNNAMED = 1644;

    private static final String USER_DEFINED = "45";
    private static final String WRONG_SQL = "42";

    /** The source may lack the table, too, and fail before it looks for it. */
    private static final String UNDEFINED_TABLE = "42P01";

    /** Classes of errors in SQL: unknown names and wrong types, missing features, internal errors. */
    private static final Set<String> OF_SQL = Set.of(WRONG_SQL, "0A", "XX");

    private CommonFailure() {}

    /** Returns whether an error of the source was raised by SIGNAL. */
    static boolean isSignal(@Nullable SQLException failure) {
        return failure != null
                && (failure.getErrorCode() == UNNAMED
                        || failure.getSQLState() != null
                                && failure.getSQLState().startsWith(USER_DEFINED));
    }

    /** Returns the difference between two errors; null if both sides may have failed for the same reason. */
    static @Nullable ProofDifference difference(SQLException ofSource, SQLException ofTarget) {
        String state = String.valueOf(ofTarget.getSQLState());
        if (!isSignal(ofSource)) {
            boolean isOfTarget = OF_SQL.stream().anyMatch(state::startsWith)
                    && !state.equals(UNDEFINED_TABLE)
                    && !String.valueOf(ofSource.getSQLState()).startsWith(WRONG_SQL);
            return isOfTarget
                    ? ProofDifference.failure("fails on both sides, on the target in its SQL ("
                            + RowValueMarks.message(ofSource) + " on the source, " + RowValueMarks.message(ofTarget)
                            + " on the target)")
                    : null;
        }
        String expected = String.valueOf(ofSource.getMessage());
        String found = ErrorText.of(ofTarget);
        if (state.equals(ofSource.getSQLState()) && found.equals(expected)) {
            return null;
        }
        return ProofDifference.failure("raises SQLSTATE " + ofSource.getSQLState() + " with message "
                + RowValueMarks.marked(expected) + " on the source, SQLSTATE " + state + " with "
                + RowValueMarks.marked(found) + " on the target");
    }
}
