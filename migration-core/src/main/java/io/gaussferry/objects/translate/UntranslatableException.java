package io.gaussferry.objects.translate;

import io.gaussferry.error.RowValueMarks;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Thrown for a construct that no rule translates. */
final class UntranslatableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String construct;

    /**
     * @param construct the construct, such as {@code dynamic SQL}, with the reason if it is not evident
     * @param where the construct in the object's SQL
     */
    UntranslatableException(String construct, ParserRuleContext where) {
        this(construct, where.getStart());
    }

    UntranslatableException(String construct, Token where) {
        super(construct + " (line " + where.getLine() + ", column " + (where.getCharPositionInLine() + 1) + ")");
        this.construct = construct;
    }

    /** Returns the construct without its position. */
    String construct() {
        return construct;
    }

    /** Returns the reason for a failure that is no construct. */
    static String defect(Throwable failure) {
        return "a defect of Gaussferry prevents its translation: " + RowValueMarks.defect(failure);
    }
}
