package io.gaussferry.type;

import io.gaussferry.schema.Identifiers;
import org.jspecify.annotations.Nullable;

/**
 * A column's default on the target. Literals are quoted, because the target parses them by the column's type.
 *
 * @param sql expression after DEFAULT; null for none
 * @param problem reason why the source's default has no equivalent; null if it has one
 */
public record DefaultLiteral(@Nullable String sql, @Nullable String problem) {

    /** A column without a default. */
    public static final DefaultLiteral NONE = new DefaultLiteral(null, null);

    /** Returns the default with an expression. */
    public static DefaultLiteral of(String sql) {
        return new DefaultLiteral(sql, null);
    }

    /** Returns a default that has no equivalent. */
    public static DefaultLiteral unknown(String problem) {
        return new DefaultLiteral(null, problem);
    }

    static DefaultLiteral quoted(String text) {
        return text.indexOf('\0') >= 0
                ? unknown("its default contains the character U+0000")
                : of(Identifiers.literal(text));
    }
}
