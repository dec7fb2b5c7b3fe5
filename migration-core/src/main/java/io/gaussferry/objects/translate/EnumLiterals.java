package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.Identifiers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * String literals that statements store in columns of type ENUM. MySQL finds the member in any case and without trailing blanks, the target in
 * its own spelling only.
 */
final class EnumLiterals {

    private final ValueTypes types;
    private final Literals literals;

    EnumLiterals(ValueTypes types, Literals literals) {
        this.types = types;
        this.literals = literals;
    }

    /** Returns the members that replace literals, as SQL. */
    Map<ParserRuleContext, String> of(List<StoredValues.StoredValue> values) {
        Map<ParserRuleContext, String> members = new HashMap<>();
        values.forEach(value -> members.putAll(
                of(value.value(), types.members(value.column(), value.tables()).orElse(List.of()))));
        return members;
    }

    /** Returns the member that replaces a literal of an assignment to a column, as SQL. */
    Map<ParserRuleContext, String> of(ExprContext value, List<String> members) {
        Optional<TextLiteralContext> literal = ParseTrees.first(value, TextLiteralContext.class)
                .filter(text -> text.getSourceInterval().equals(value.getSourceInterval()));
        if (literal.isEmpty()) {
            return Map.of();
        }
        String text = literals.text(literal.get());
        String stored = text.replaceFirst(" +$", "");
        List<String> found = members.stream()
                .filter(member -> member.equalsIgnoreCase(stored))
                .toList();
        return members.contains(text) || found.size() != 1
                ? Map.of()
                : Map.of(value, Identifiers.literal(found.get(0)));
    }
}
