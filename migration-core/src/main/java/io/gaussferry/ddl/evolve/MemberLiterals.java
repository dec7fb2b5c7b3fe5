package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts defaults to members of ENUM and SET columns. MySQL compares a string literal with the members by the
 * column's collation. It does the same comparison for a number; then MySQL 8.0 uses the member with that index, and 9.7 the member that
 * equals the number. A number for which these differ is uncertain.
 */
final class MemberLiterals {

    private final ColumnDefinition column;
    private final boolean ignoresCase;
    private final boolean isStrict;

    /** @param collation the column's collation */
    MemberLiterals(ColumnDefinition column, String collation, StatementContext context) {
        this.column = column;
        this.ignoresCase = collation.endsWith("_ci");
        this.isStrict = context.isStrict();
        if (!column.hasKnownMembers()) {
            throw new UncertainValueException();
        }
    }

    /** Returns the member that equals a string. */
    String member(String text) {
        return column.members().get(index(text));
    }

    private int index(String text) {
        String wanted = text.replaceAll(" +\\z", "");
        List<String> members = column.members();
        int exact = members.indexOf(wanted);
        for (int i = 0; i < members.size(); i++) {
            boolean alike = ignoresCase && members.get(i).equalsIgnoreCase(wanted);
            if (i != exact && alike && (exact >= 0 || !LiteralDecoder.isAscii(wanted))) {
                throw new UncertainValueException();
            }
            if (alike && exact < 0) {
                return i;
            }
        }
        // A session that is not strict accepts several members that are equal by the collation.
        boolean certain = exact >= 0 && (isStrict || members.stream().allMatch(LiteralDecoder::isAscii));
        if (!certain) {
            throw new UncertainValueException();
        }
        return exact;
    }

    /** Returns the member that equals a number and has it as its index. */
    String member(DefaultSpec.Number number) {
        BigInteger value = whole(number);
        int index = index(value.toString());
        if (!value.equals(BigInteger.valueOf(index + 1))) {
            throw new UncertainValueException();
        }
        return column.members().get(index);
    }

    /** Returns the members that a string lists, in the order of the type. */
    String members(String text) {
        if (text.isEmpty()) {
            return "";
        }
        List<Integer> wanted = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            wanted.add(index(name));
        }
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < column.members().size(); i++) {
            if (wanted.contains(i)) {
                chosen.add(column.members().get(i));
            }
        }
        return String.join(",", chosen);
    }

    /** Returns the member that equals a number and is the only one in it as a bit set. */
    String members(DefaultSpec.Number number) {
        BigInteger bits = whole(number);
        int index = index(bits.toString());
        if (!bits.equals(BigInteger.ZERO.setBit(index))) {
            throw new UncertainValueException();
        }
        return column.members().get(index);
    }

    private static BigInteger whole(DefaultSpec.Number number) {
        if (number.isFloating() || number.isDecimal()) {
            throw new UncertainValueException();
        }
        return new BigInteger(number.digits());
    }
}
