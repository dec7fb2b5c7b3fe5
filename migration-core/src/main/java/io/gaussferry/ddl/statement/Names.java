package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DotIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.EngineRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IdentifierListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IdentifierListWithParenthesesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QualifiedIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Extracts names. */
public final class Names {

    private static final Set<String> BEFORE_NAMES = Set.of("IF", "NOT", "EXISTS");

    private Names() {}

    /** Returns a name without its quotes. */
    public static String of(IdentifierContext identifier) {
        return unquote(identifier.getText());
    }

    static List<String> of(@Nullable IdentifierListContext list) {
        return list == null
                ? List.of()
                : list.identifier().stream().map(Names::of).toList();
    }

    static List<String> of(@Nullable IdentifierListWithParenthesesContext list) {
        return list == null ? List.of() : of(list.identifierList());
    }

    /** Returns the column's or index's name; a qualifier can only be its table. */
    static String of(FieldIdentifierContext field) {
        DotIdentifierContext last = field.dotIdentifier();
        if (last != null) {
            return of(last.identifier());
        }
        QualifiedIdentifierContext name = field.qualifiedIdentifier();
        return name.dotIdentifier() == null
                ? of(name.identifier())
                : of(name.dotIdentifier().identifier());
    }

    static TableId table(TableRefContext name, String database) {
        return table(name.qualifiedIdentifier(), name.dotIdentifier(), database);
    }

    static TableId table(TableNameContext name, String database) {
        return table(name.qualifiedIdentifier(), name.dotIdentifier(), database);
    }

    private static TableId table(
            @Nullable QualifiedIdentifierContext name, @Nullable DotIdentifierContext dotted, String database) {
        if (name == null) {
            return new TableId(database, dotted == null ? "" : of(dotted.identifier()));
        }
        return name.dotIdentifier() == null
                ? new TableId(database, of(name.identifier()))
                : new TableId(of(name.identifier()), of(name.dotIdentifier().identifier()));
    }

    /** Returns the storage engines that a part of a statement names. */
    static List<String> engines(ParseTree tree) {
        if (tree instanceof EngineRefContext engine) {
            return List.of(unquote(engine.getText()));
        }
        List<String> engines = new ArrayList<>();
        for (int i = 0; i < tree.getChildCount(); i++) {
            engines.addAll(engines(tree.getChild(i)));
        }
        return engines;
    }

    /** Returns the name at a token, with the session's database if it is unqualified; for messages. */
    static String objectAt(List<Token> tokens, int index, StatementContext context) {
        int at = index;
        while (at < tokens.size()
                && BEFORE_NAMES.contains(tokens.get(at).getText().toUpperCase(java.util.Locale.ROOT))) {
            at++;
        }
        if (at >= tokens.size()) {
            return "";
        }
        String first = unquote(tokens.get(at).getText());
        boolean qualified =
                at + 2 < tokens.size() && tokens.get(at + 1).getText().equals(".");
        if (qualified) {
            return first + "." + unquote(tokens.get(at + 2).getText());
        }
        return context.database().isEmpty() ? first : context.database() + "." + first;
    }

    /** Removes the quotes of a name. */
    public static String unquote(String name) {
        for (String quote : List.of("`", "\"", "'")) {
            if (name.length() >= 2 && name.startsWith(quote) && name.endsWith(quote)) {
                return name.substring(1, name.length() - 1).replace(quote + quote, quote);
            }
        }
        return name;
    }
}
