package io.gaussferry.ddl.statement;

import org.jspecify.annotations.Nullable;

/** A column's default in a statement. */
public sealed interface DefaultSpec {

    /** NULL. */
    record Null() implements DefaultSpec {}

    /**
     * The time of the statement.
     *
     * @param digits fractional digits, 0 to 6
     */
    record Now(int digits) implements DefaultSpec {}

    /** A string: characters or bytes. */
    sealed interface StringLiteral extends DefaultSpec permits Text, Bytes {}

    /**
     * A quoted string.
     *
     * @param introducer the character set that the literal names, in lower case, such as {@code latin1} for {@code
     *     _latin1'…'}; null for the session's
     */
    record Text(String text, @Nullable String introducer) implements StringLiteral {

        /** Creates a string without an introducer. */
        public Text(String text) {
            this(text, null);
        }
    }

    /**
     * Bytes, written as hexadecimal or binary digits: a string or a number, depending on the column's type.
     *
     * @param introducer the character set that the literal names, in lower case, which makes the bytes a string; null
     *     for none
     */
    record Bytes(byte[] value, @Nullable String introducer) implements StringLiteral {}

    /** A typed date or time, such as {@code DATE'2024-01-02'}. */
    record Moment(MomentType type, String text) implements DefaultSpec {}

    /** The type of a date or time literal. */
    enum MomentType {
        DATE,
        TIME,
        TIMESTAMP
    }

    /**
     * A number as written, with its sign. With an exponent it is a floating point number; TRUE and FALSE are 1 and 0.
     */
    record Number(String digits) implements DefaultSpec {

        /** Returns whether MySQL treats it as a floating point number. */
        public boolean isFloating() {
            return digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0;
        }

        /** Returns whether it has a decimal point and no exponent. */
        public boolean isDecimal() {
            return !isFloating() && digits.indexOf('.') >= 0;
        }
    }

    /** An expression in parentheses. */
    record Computed(Expression expression) implements DefaultSpec {}
}
