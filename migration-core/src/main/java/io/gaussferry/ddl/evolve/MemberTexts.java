package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Members of ENUM and SET columns as defaults. MySQL asks whether the text of a literal is a member, by the column's collation. Of a number it
 * asks that too, and takes then the member of that number.
 */
final class MemberTexts {

    private final ColumnDefinition column;
    private final boolean ignoresCase;
    private final boolean isStrict;

    /** @param collation the column's */
    MemberTexts(ColumnDefinition column, String collation, StatementContext context) {
        this.column = column;
        this.ignoresCase = collation.endsWith("_ci");
        this.isStrict = context.isStrict();
        if (!column.hasKnownMembers()) {
            throw new UncertainValueException();
        }
    }

    /** Returns the member that a text is. */
    String member(String text) {
        return column.members().get(index(text));
    }

    private int index(String text) {
        String wanted = text.replaceAll(" +\\z", "");
        List<String> members = column.members();
        int exact = members.indexOf(wanted);
        for (int i = 0; i < members.size(); i++) {
            boolean alike = ignoresCase && members.get(i).equalsIgnoreCase(wanted);
            if (i != exact && alike && (exact >= 0 || !LiteralText.isAscii(wanted))) {
                throw new UncertainValueException();
            }
            if (alike && exact < 0) {
                return i;
            }
        }
        // a session that is not strict accepts several members that are equal by the collation
        boolean certain = exact >= 0 && (isStrict || members.stream().allMatch(LiteralText::isAscii));
        if (!certain) {
            throw new UncertainValueException();
        }
        return exact;
    }

    /** Returns the member of a number. */
    String member(DefaultSpec.Number number) {
        BigInteger value = whole(number);
        int unused = index(value.toString());
        if (value.signum() <= 0
                || value.bitLength() > 16
                || value.intValue() > column.members().size()) {
            throw new UncertainValueException();
        }
        return column.members().get(value.intValue() - 1);
    }

    /** Returns the members that a text names, in the order of the type. */
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

    /** Returns the members of a number: each bit is one of them. */
    String members(DefaultSpec.Number number) {
        BigInteger bits = whole(number);
        int unused = index(bits.toString());
        if (bits.signum() < 0 || bits.bitLength() > column.members().size()) {
            throw new UncertainValueException();
        }
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < column.members().size(); i++) {
            if (bits.testBit(i)) {
                chosen.add(column.members().get(i));
            }
        }
        return String.join(",", chosen);
    }

    private static BigInteger whole(DefaultSpec.Number number) {
        if (number.isFloating() || number.isDecimal()) {
            throw new UncertainValueException();
        }
        return new BigInteger(number.digits());
    }
}
