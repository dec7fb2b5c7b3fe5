package io.gaussferry.error;

import java.sql.SQLException;
import java.util.Set;

/**
 * Marks row values in messages, between {@code ‹} and {@code ›}. A reader with the token gets the message unchanged; for every other
 * reader {@link #hidden} removes the values. A server's own message may quote a row anywhere, so the whole message counts as one value,
 * unless its SQLSTATE is known to name objects only. Stateless.
 */
public final class RowValueMarks {

    private static final char BEGIN = '‹';
    private static final char END = '›';
    private static final String HIDDEN = BEGIN + "…" + END;

    /**
     * SQLSTATEs of PostgreSQL and openGauss whose first line names constraints, columns and tables, but no values:
     * those are in the following lines ({@code src/backend/executor/execMain.c}, {@code ri_triggers.c},
     * {@code nbtinsert.c}).
     */
    private static final Set<String> NAMING =
            Set.of("23502", "23503", "23505", "23514", "23P01", "42501", "42P01", "42703");

    /** The class of refused authentication. */
    private static final String AUTHENTICATION = "28";

    private RowValueMarks() {}

    /** Returns the value with its marks. */
    public static String marked(String value) {
        // marks within the value would end it
        return BEGIN + value.replace(BEGIN, '<').replace(END, '>') + END;
    }

    /** Returns the message of a server or its driver, with its values marked. */
    public static String message(SQLException failure) {
        String message = String.valueOf(failure.getMessage()).strip();
        int end = message.indexOf('\n');
        if (mayQuote(failure)) {
            return marked(message);
        }
        return end < 0
                ? message
                : message.substring(0, end) + "\n  "
                        + marked(message.substring(end).strip());
    }

    /** Returns the message of any failure. Gaussferry's own messages have marked values already. */
    public static String messageOf(Exception failure) {
        if (failure instanceof SQLException server) {
            return message(server);
        }
        String message = String.valueOf(failure.getMessage());
        return failure instanceof GaussferryException ? message : marked(message);
    }

    /**
     * Returns the class and the message of an unexpected failure. The message is marked: exceptions of the Java
     * platform quote their input.
     */
    public static String defect(Throwable failure) {
        String message = failure.getMessage();
        String kind = failure.getClass().getName();
        return message == null ? kind : kind + ": " + marked(message);
    }

    /** Returns the first line of a server's or driver's message. */
    public static String firstLine(SQLException failure) {
        String line =
                String.valueOf(failure.getMessage()).strip().lines().findFirst().orElse("");
        return mayQuote(failure) ? marked(line) : line;
    }

    private static boolean mayQuote(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (SqlFailure.of(failure)) {
            case CONNECTION, RESOURCES, CONTENTION -> false;
            case DATA, OTHER -> !NAMING.contains(state) && !state.startsWith(AUTHENTICATION);
        };
    }

    /** Returns the message without its marked values; a message that was truncated within a value ends there. */
    public static String hidden(String message) {
        int begin = message.indexOf(BEGIN);
        if (begin < 0) {
            return message;
        }
        StringBuilder shown = new StringBuilder();
        int from = 0;
        while (begin >= 0) {
            shown.append(message, from, begin).append(HIDDEN);
            int end = message.indexOf(END, begin);
            if (end < 0) {
                return shown.toString();
            }
            from = end + 1;
            begin = message.indexOf(BEGIN, from);
        }
        return shown.append(message, from, message.length()).toString();
    }
}
