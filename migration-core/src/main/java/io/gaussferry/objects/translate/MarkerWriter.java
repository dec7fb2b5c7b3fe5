package io.gaussferry.objects.translate;

import org.antlr.v4.runtime.Token;

/** Writes the parameter markers of a statement. */
interface MarkerWriter {

    /** Writes the marker of a token in an expression. */
    String value(Token token);

    /** Writes the marker of a token in LIMIT, where the target accepts numbers only. */
    String limit(Token token);
}
