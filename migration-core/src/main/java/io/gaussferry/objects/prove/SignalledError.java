package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.opengauss.ErrorText;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The errors that a body raises by SIGNAL. Applications show their messages, so both sides must have the same one. */
final class SignalledError {

    /** MySQL's error code of SIGNAL, unless the statement has MYSQL_ERRNO. */
    private static final int UNNAMED = 1644;

    private static final String USER_DEFINED = "45";

    private SignalledError() {}

    /** Returns whether an error of the source was raised by SIGNAL. */
    static boolean is(@Nullable SQLException failure) {
        return failure != null
                && (failure.getErrorCode() == UNNAMED
                        || failure.getSQLState() != null
                                && failure.getSQLState().startsWith(USER_DEFINED));
    }

    /** Returns the difference between two errors; null if the source's was not raised by SIGNAL, or if they are equal. */
    static @Nullable ProofDifference difference(SQLException ofSource, SQLException ofTarget) {
        if (!is(ofSource)) {
            return null;
        }
        String state = String.valueOf(ofTarget.getSQLState());
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
