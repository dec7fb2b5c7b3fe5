package io.gaussferry.error;

import org.jspecify.annotations.Nullable;

/**
 * A failure that is reported to the user: problem, remedy and code, for the operator of the migration.
 *
 * <p>{@link #getMessage()} is complete: it is shown on a terminal without a stack trace.
 */
public class GaussferryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final ErrorCategory category;
    private final String problem;
    private final String remedy;

    /** Creates a failure with the category of its code. */
    public GaussferryException(ErrorCode code, String problem, String remedy, @Nullable Throwable cause) {
        this(code, code.category(), problem, remedy, cause);
    }

    /**
     * @param code the kind of the failure
     * @param category the daemon's possible reaction
     * @param problem the failure, with table, key, GTID, file and position if known
     * @param remedy for the user, as a sentence
     * @param cause the underlying exception; null if there is none
     */
    public GaussferryException(
            ErrorCode code, ErrorCategory category, String problem, String remedy, @Nullable Throwable cause) {
        super(problem + "\n  remedy: " + remedy + "\n  code: " + code, cause);
        this.code = code;
        this.category = category;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Creates the report of an unexpected exception. */
    public static GaussferryException ofDefect(Throwable cause) {
        return new GaussferryException(
                ErrorCode.DEFECT,
                "A defect in Gaussferry: " + RowValueMarks.defect(cause),
                "report it, with the log",
                cause);
    }

    /** Returns the kind of this failure. */
    public ErrorCode code() {
        return code;
    }

    /** Returns the daemon's possible reaction to this failure. */
    public ErrorCategory category() {
        return category;
    }

    /** Returns the problem without the remedy, for a caller that knows more about the location. */
    public String problem() {
        return problem;
    }

    /** Returns the remedy. */
    public String remedy() {
        return remedy;
    }
}
