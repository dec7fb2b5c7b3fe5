package io.gaussferry.error;

import org.jspecify.annotations.Nullable;

/**
 * A failure that the user must hear of: problem, reason and remedy, in words for the person who runs the migration.
 *
 * <p>{@link #getMessage()} is complete by itself: it is what a terminal shows, without a stack trace.
 */
public class GaussferryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCategory category;
    private final String problem;
    private final String remedy;

    /**
     * @param category what the daemon may do about it
     * @param problem what happened, with table, key, GTID, file and position as far as they are known
     * @param remedy what the user can do, as a sentence
     * @param cause the failure below, or null where this is where it was found
     */
    public GaussferryException(ErrorCategory category, String problem, String remedy, @Nullable Throwable cause) {
        super(problem + "\n  remedy: " + remedy, cause);
        this.category = category;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Makes what the user hears of an exception that nobody has foreseen. */
    public static GaussferryException ofDefect(Throwable cause) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "A defect in Gaussferry: " + RowValues.defect(cause),
                "report it, with the log",
                cause);
    }

    /** Returns what the daemon may do about this failure. */
    public ErrorCategory category() {
        return category;
    }

    /** Returns what happened, without the remedy; for a caller that knows more about where. */
    public String problem() {
        return problem;
    }

    /** Returns what the user can do. */
    public String remedy() {
        return remedy;
    }
}
