package io.gaussferry.objects.translate;

import io.gaussferry.objects.translate.SqlTemplate.Piece;
import java.util.List;

/** A place of dynamic SQL that has a value when the body runs. The SQL has a parameter marker there while it is translated. */
sealed interface Marker {

    /**
     * A parameter marker of the SQL itself.
     *
     * @param number its number, from 0: the position of its variable after USING
     */
    record Parameter(int number) implements Marker {}

    /**
     * A number.
     *
     * @param variable the target's variable with the number as text
     */
    record Number(String variable) implements Marker {}

    /**
     * A string literal.
     *
     * @param content its decoded text, and values
     */
    record Quoted(List<Piece> content) implements Marker {
        public Quoted {
            content = List.copyOf(content);
        }
    }

    /**
     * A string literal or NULL.
     *
     * @param variable the target's variable with the string
     */
    record Literal(String variable) implements Marker {}
}
