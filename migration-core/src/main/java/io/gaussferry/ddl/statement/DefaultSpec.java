package io.gaussferry.ddl.statement;

/** A column's default as a statement gives it. */
public sealed interface DefaultSpec {

    /** NULL. */
    record Null() implements DefaultSpec {}

    /**
     * The time of the statement.
     *
     * @param digits fractional digits, 0 to 6
     */
    record Now(int digits) implements DefaultSpec {}

    /** A text, or a date or time in quotation marks. */
    record Text(String text) implements DefaultSpec {}

    /** A number, as it is written, with its sign; TRUE and FALSE are 1 and 0. */
    record Number(String digits) implements DefaultSpec {}

    /** Bytes, written as hexadecimal or binary digits: a text of its bytes, or a number, by the column's type. */
    record Bytes(byte[] value) implements DefaultSpec {}

    /** An expression in parentheses. */
    record Computed(Expression expression) implements DefaultSpec {}
}
