package io.gaussferry.objects.source;

import java.util.Locale;

/** The kinds of objects that are not tables, in the order of their creation on the target. */
public enum ObjectKind {
    FUNCTION,
    PROCEDURE,
    VIEW,
    TRIGGER,
    EVENT;

    /** Returns the kind's name in messages, such as {@code view}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
