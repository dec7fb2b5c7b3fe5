package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CallStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PreparedStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UserVariableContext;
import io.gaussferry.ddl.statement.Names;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * The SQL that variables and prepared statements have at the present statement of a body, as far as it is certain: on every path to the
 * statement it is the same. Whatever may change a variable unseen makes it uncertain.
 */
final class SqlTemplates {

    private final Predicate<FunctionCallContext> isStored;
    /** By the variable in lower case: {@code @name}, or the name of a local one. */
    private final Map<String, SqlTemplate> texts = new HashMap<>();
    /** By the name of the prepared statement in lower case. */
    private final Map<String, SqlTemplate> prepared = new HashMap<>();

    /** @param isStored whether a function is a stored one */
    SqlTemplates(Predicate<FunctionCallContext> isStored) {
        this.isStored = isStored;
    }

    /** The knowledge at a statement. */
    record Known(Map<String, SqlTemplate> texts, Map<String, SqlTemplate> prepared) {}

    Known known() {
        return new Known(Map.copyOf(texts), Map.copyOf(prepared));
    }

    void set(Known known) {
        texts.clear();
        texts.putAll(known.texts);
        prepared.clear();
        prepared.putAll(known.prepared);
    }

    /** Keeps what another path to the present statement knows too. */
    void join(Known other) {
        texts.entrySet().retainAll(other.texts.entrySet());
        prepared.entrySet().retainAll(other.prepared.entrySet());
    }

    void assign(String variable, SqlTemplate sql) {
        texts.put(variable.toLowerCase(Locale.ROOT), sql);
    }

    Optional<SqlTemplate> find(String variable) {
        return Optional.ofNullable(texts.get(variable.toLowerCase(Locale.ROOT)));
    }

    void prepare(String name, SqlTemplate sql) {
        prepared.put(name.toLowerCase(Locale.ROOT), sql);
    }

    Optional<SqlTemplate> prepared(String name) {
        return Optional.ofNullable(prepared.get(name.toLowerCase(Locale.ROOT)));
    }

    void deallocate(String name) {
        prepared.remove(name.toLowerCase(Locale.ROOT));
    }

    /** Forgets all that statements or expressions may change, or name. */
    void forget(ParseTree tree) {
        if (tree instanceof CallStatementContext) {
            texts.keySet().removeIf(SqlTemplates::isOfSession);
            prepared.clear();
        } else if (tree instanceof TableRefContext || tree instanceof FunctionCallContext call && isStored.test(call)) {
            // triggers, functions of views and stored functions may set user variables, but not prepare statements
            texts.keySet().removeIf(SqlTemplates::isOfSession);
        } else if (tree instanceof UserVariableContext variable) {
            texts.remove(name(variable));
        } else if (tree instanceof IdentifierContext identifier) {
            texts.remove(Names.of(identifier).toLowerCase(Locale.ROOT));
        } else if (tree instanceof PreparedStatementContext statement && statement.identifier() != null) {
            deallocate(Names.of(statement.identifier()));
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            forget(tree.getChild(i));
        }
    }

    private static boolean isOfSession(String variable) {
        return variable.startsWith("@");
    }

    /** Returns a user variable's name in lower case, with the sign. */
    static String name(UserVariableContext variable) {
        return variable.getText().replaceAll("[`'\"]", "").toLowerCase(Locale.ROOT);
    }
}
