package io.gaussferry.ddl.statement;

import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/** Thrown if the grammar does not accept a statement. */
final class SyntaxError extends ParseCancellationException {

    private static final long serialVersionUID = 1L;

    private final int first;
    private final int last;

    private SyntaxError(String message, int first, int last) {
        super(message);
        this.first = first;
        this.last = last;
    }

    /**
     * Returns the error at a token.
     *
     * @param cause the recognizer's exception; null if there is none
     */
    static SyntaxError of(Token token, int line, int column, @Nullable RecognitionException cause) {
        Token start = cause instanceof NoViableAltException undecided ? undecided.getStartToken() : token;
        return new SyntaxError(
                "syntax error at line " + line + ", column " + (column + 1) + ", near \"" + token.getText() + "\"",
                start.getTokenIndex(),
                token.getTokenIndex());
    }

    /** Returns the index of the first token that may be wrong. */
    int first() {
        return first;
    }

    /** Returns the index of the last token that the parser read. */
    int last() {
        return last;
    }
}
