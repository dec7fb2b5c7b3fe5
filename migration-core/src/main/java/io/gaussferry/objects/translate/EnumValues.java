package io.gaussferry.objects.translate;

import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes assignments to variables of type ENUM, which are strings on the target. As in MySQL the value is the member of the same name, without
 * regard to case and trailing blanks, or of the same number; another value is refused, or the empty string without strict mode.
 */
final class EnumValues {

    private final boolean dolphin;

    /** @param dolphin whether the target has a collation that ignores case */
    EnumValues(boolean dolphin) {
        this.dolphin = dolphin;
    }

    /**
     * Returns lines that assign the string in one variable to another.
     *
     * @param strict whether values that are no members are refused
     */
    List<String> assignment(String variable, String value, VariableType type, boolean strict) {
        List<String> lines = new ArrayList<>();
        if (strict) {
            lines.add(
                    "IF " + value + " IS NOT NULL AND NOT (" + isMember(value, type) + ") THEN"
                            + " RAISE EXCEPTION USING ERRCODE = '22001', MESSAGE = 'Data truncated: the value is no member'; END IF;");
        }
        lines.add(variable + " := " + member(value, type) + ";");
        return lines;
    }

    private String name(String value, VariableType type) {
        String stripped = "rtrim(" + value + ", ' ')";
        return dolphin && TextComparisons.ignoresCase(type.collation())
                ? stripped + " COLLATE " + Identifiers.quoteTarget(TextComparisons.IGNORING_CASE)
                : stripped;
    }

    private String isMember(String value, VariableType type) {
        String names = type.members().stream().map(Identifiers::literal).collect(Collectors.joining(", "));
        List<String> numbers = new ArrayList<>();
        for (int number = 0; number <= type.members().size(); number++) {
            numbers.add("'" + number + "'");
        }
        return name(value, type) + " IN (" + names + ") OR " + value + " IN (" + String.join(", ", numbers) + ")";
    }

    private String member(String value, VariableType type) {
        StringBuilder member = new StringBuilder("CASE WHEN " + value + " IS NULL THEN NULL");
        for (String name : type.members()) {
            String literal = Identifiers.literal(name);
            member.append(" WHEN ").append(name(value, type)).append(" = ").append(literal);
            member.append(" THEN ").append(literal);
        }
        for (int i = 0; i < type.members().size(); i++) {
            member.append(" WHEN ").append(value).append(" = '").append(i + 1).append("' THEN ");
            member.append(Identifiers.literal(type.members().get(i)));
        }
        return member.append(" ELSE '' END").toString();
    }
}
