package io.gaussferry.ddl.statement;

import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import java.util.List;

/**
 * A type as a statement gives it.
 *
 * @param name the name of the type that MySQL takes it for, in lower case: {@code integer} is {@code int} here, {@code nvarchar} is
 *     {@code varchar}, {@code bool} is {@code tinyint} of length 1
 * @param length what stands first in parentheses: -1 for nothing
 * @param decimals what stands second: -1 for nothing
 * @param unsigned whether it is UNSIGNED or ZEROFILL
 * @param zerofill whether it is ZEROFILL
 * @param members the members of ENUM and SET
 */
public record TypeSpec(
        String name, long length, int decimals, boolean unsigned, boolean zerofill, List<StringLiteral> members) {

    public TypeSpec {
        members = List.copyOf(members);
    }

    /** A type of nothing but a length, or -1. */
    public TypeSpec(String name, long length) {
        this(name, length, -1, false, false, List.of());
    }

    /** Returns the same type under another name. */
    public TypeSpec named(String other) {
        return new TypeSpec(other, length, decimals, unsigned, zerofill, members);
    }
}
