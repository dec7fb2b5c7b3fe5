package io.gaussferry.error;

import java.sql.SQLException;
import java.util.Set;

/**
 * Marks row values in messages, between {@code ‹} and {@code ›}. A reader with the token gets the message unchanged; for every other
 * reader {@link #hidden} removes the values. A server's own message may quote a row anywhere, so the whole message counts as one value,
 * unless its SQLSTATE is known to name objects only. Stateless.
 */
public final class RowValues {

    private static final char BEGIN = '‹';
    private static final char END = '›';
    private static final String HIDDEN = BEGIN + "…" + END;

    /**
     * Kinds of failures of PostgreSQL and openGauss whose first line names constraints, columns and tables, and none of whose values: those are
     * in the lines after it ({@code src/backend/executor/execMain.c}, {@code ri_triggers.c}, {@code nbtinsert.c}).
     */
    private static final Set<String> NAMING =
            Set.of("23502", "23503", "23505", "23514", "23P01", "42501", "42P01", "42703");

    /** Refused authentication. */
    private static final String AUTHENTICATION = "28";

    private RowValues() {}

    /** Returns a value with its marks. */
    public static String marked(String value) {
        // within a value the marks would end it
        return BEGIN + value.replace(BEGIN, '<').replace(END, '>') + END;
    }

    /** Returns what a server or its driver says of a failure. */
    public static String message(SQLException failure) {
        String text = String.valueOf(failure.getMessage()).strip();
        int end = text.indexOf('\n');
        if (mayQuote(failure)) {
            return marked(text);
        }
        return end < 0
                ? text
                : text.substring(0, end) + "\n  " + marked(text.substring(end).strip());
    }

    /** Returns the message of any failure; those of Gaussferry have marked what they quote. */
    public static String messageOf(Exception failure) {
        if (failure instanceof SQLException server) {
            return message(server);
        }
        String text = String.valueOf(failure.getMessage());
        return failure instanceof GaussferryException ? text : marked(text);
    }

    /** Returns the class and the message of an unexpected failure. The message is marked: exceptions of the platform quote their input. */
    public static String defect(Throwable failure) {
        String text = failure.getMessage();
        String kind = failure.getClass().getName();
        return text == null ? kind : kind + ": " + marked(text);
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

    /** Returns the text without the values that are marked in it; one that was cut off in a value loses the rest. */
    public static String hidden(String text) {
        int begin = text.indexOf(BEGIN);
        if (begin < 0) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        int from = 0;
        while (begin >= 0) {
            shown.append(text, from, begin).append(HIDDEN);
            int end = text.indexOf(END, begin);
            if (end < 0) {
                return shown.toString();
            }
            from = end + 1;
            begin = text.indexOf(BEGIN, from);
        }
        return shown.append(text, from, text.length()).toString();
    }
}
