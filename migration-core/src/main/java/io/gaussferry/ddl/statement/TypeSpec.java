package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import java.util.List;

/**
 * A type in a statement.
 *
 * @param name MySQL's canonical name of the type, in lower case: {@code integer} is {@code int} here, {@code nvarchar}
 *     is {@code varchar}, {@code bool} is {@code tinyint} of length 1
 * @param length the first number in parentheses; -1 for none
 * @param decimals the second number in parentheses; -1 for none
 * @param unsigned whether it is UNSIGNED or ZEROFILL
 * @param zerofill whether it is ZEROFILL
 * @param members the members of ENUM and SET
 */
public record TypeSpec(
        String name, long length, int decimals, boolean unsigned, boolean zerofill, List<StringLiteral> members) {

    public TypeSpec {
        members = List.copyOf(members);
    }

    /** Creates a type with only a length, or -1. */
    public TypeSpec(String name, long length) {
        this(name, length, -1, false, false, List.of());
    }

    /** Returns this type with another name. */
    public TypeSpec named(String other) {
        return new TypeSpec(other, length, decimals, unsigned, zerofill, members);
    }
}
