package io.gaussferry.objects.translate;

import java.util.Locale;

/** Characters that Gaussferry uses as marks in SQL. SQL that contains them is refused. */
public final class Marks {

    /** Encloses the number of a value in dynamic SQL while it is written. */
    static final char VALUE = '\u0001';

    /** Separates the statements of a stored translation. */
    public static final char STATEMENT = '\u001e';

    static final char[] ALL = {VALUE, STATEMENT};

    private Marks() {}

    /** Returns the construct for a refusal. */
    static String refusal(char mark) {
        return String.format(Locale.ROOT, "the character U+%04X", (int) mark);
    }

    /** Returns whether a string contains a mark. */
    static boolean areIn(String text) {
        return text.indexOf(VALUE) >= 0 || text.indexOf(STATEMENT) >= 0;
    }
}
