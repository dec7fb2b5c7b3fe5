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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Extracts names. */
public final class Names {

    private static final Set<String> BEFORE_NAMES = Set.of("IF", "NOT", "EXISTS");

    /** A string in double quotes is a name in a session with {@code ANSI_QUOTES}. */
    private static final Pattern NAME = Pattern.compile("`(?:[^`]|``)+`|\"(?:[^\"\\\\]|\"\")+\"|[\\p{L}\\p{N}_$]+");

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
        int at = nameFrom(tokens, index);
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

    /** Returns the table whose name is at a token; empty if no complete name is there. */
    static List<TableId> tableAt(List<Token> tokens, int index, String database) {
        int at = nameFrom(tokens, index);
        boolean qualified = isPoint(tokens, at + 1);
        int last = qualified ? at + 2 : at;
        if (!isName(tokens, at) || !isName(tokens, last) || isPoint(tokens, last + 1)) {
            return List.of();
        }
        String name = unquote(tokens.get(last).getText());
        return List.of(new TableId(qualified ? unquote(tokens.get(at).getText()) : database, name));
    }

    /** Returns the parts of qualified names before a point. */
    static Set<String> qualifiers(List<Token> tokens) {
        Set<String> qualifiers = new HashSet<>();
        for (int i = 1; i < tokens.size(); i++) {
            if (isPoint(tokens, i)) {
                qualifiers.add(unquote(tokens.get(i - 1).getText()));
            }
        }
        return qualifiers;
    }

    private static int nameFrom(List<Token> tokens, int index) {
        int at = index;
        while (at < tokens.size()
                && BEFORE_NAMES.contains(tokens.get(at).getText().toUpperCase(Locale.ROOT))) {
            at++;
        }
        return at;
    }

    private static boolean isName(List<Token> tokens, int index) {
        return index < tokens.size()
                && NAME.matcher(tokens.get(index).getText()).matches();
    }

    /** Returns whether a token is a point, or starts with one: the lexer reads {@code .1a} as a number and a name. */
    private static boolean isPoint(List<Token> tokens, int index) {
        return index < tokens.size() && tokens.get(index).getText().startsWith(".");
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
