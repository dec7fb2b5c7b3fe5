package io.gaussferry.application;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.IntoClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LockingClauseContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RuntimeFunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RvalueSystemOrUserVariableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UserVariableContext;
import io.gaussferry.application.rule.StatementTables;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.prove.Proofs;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.translate.ClockFunctions;
import io.gaussferry.objects.translate.Functions;
import io.gaussferry.objects.translate.KnownNames;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.objects.translate.Translation.Translated;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Decides whether a query may be executed on the source: it reads replicated tables, and does nothing else that another session or a
 * later statement could notice. The transaction is read-only, too. A write is executed on the target only; on the source its conditions are.
 */
final class ShadowAdmission {

    /** Functions that wait, lock, read files or change the session, besides those that {@code objects} does not execute; in upper case. */
    private static final Set<String> FORBIDDEN = Set.of(
            "BENCHMARK",
            "IS_FREE_LOCK",
            "IS_USED_LOCK",
            "LOAD_FILE",
            "MASTER_POS_WAIT",
            "SOURCE_POS_WAIT",
            "WAIT_FOR_EXECUTED_GTID_SET",
            "WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS",
            "LAST_INSERT_ID");

    /** Functions whose results belong to a session or to chance, besides those of {@link Functions#VARYING}; in upper case. */
    private static final Set<String> OF_SESSION =
            Set.of("SYSDATE", "USER", "CURRENT_USER", "FOUND_ROWS", "ROW_COUNT", "PS_CURRENT_THREAD_ID");

    private final KnownNames names;
    /** The views that call stored functions, or that are not translated. */
    private final Set<TableId> unknownViews;
    /** The views that read the present time. */
    private final Set<TableId> clockViews;

    /**
     * @param views the translated views and functions
     * @param untranslated the other views
     */
    ShadowAdmission(KnownNames names, Collection<Translated> views, Set<TableId> untranslated) {
        this.names = names;
        this.unknownViews = unknown(views, untranslated);
        this.clockViews = reaching(views, Set.of(), view -> !view.varying().isEmpty());
    }

    /** Returns the views that reach a stored function, a forbidden one, or a view that does. */
    private static Set<TableId> unknown(Collection<Translated> views, Set<TableId> untranslated) {
        return reaching(
                views,
                untranslated,
                view -> !view.routines().isEmpty()
                        || view.varying().stream().anyMatch(name -> !ClockFunctions.PINNED.contains(name)));
    }

    /** Returns the views that have a property or are in the first set, and those that read such a view. */
    private static Set<TableId> reaching(
            Collection<Translated> views, Set<TableId> first, Predicate<Translated> property) {
        Set<TableId> found = new HashSet<>(first);
        boolean isGrowing = true;
        while (isGrowing) {
            isGrowing = false;
            for (Translated view : views) {
                boolean reaches =
                        property.test(view) || view.relations().stream().anyMatch(found::contains);
                if (view.object().kind() == ObjectKind.VIEW && reaches) {
                    isGrowing |= found.add(view.object().name());
                }
            }
        }
        return found;
    }

    /** Returns why a statement is not executed; empty if it may be. */
    Optional<String> refusal(ParsedSql sql, String database) {
        SimpleStatementContext simple = sql.query().simpleStatement();
        SelectStatementContext select = simple == null ? null : simple.selectStatement();
        if (select == null) {
            return Optional.of("it is not a query");
        }
        return has(select, IntoClauseContext.class)
                ? Optional.of("it stores its result")
                : refusalOfParts(sql, select, database);
    }

    /** Returns why a write is not executed on the target, and its conditions not on the source; empty if they may be. */
    Optional<String> refusalOfWrite(ParsedSql sql, String database) {
        return refusalOfParts(sql, sql.query(), database);
    }

    private Optional<String> refusalOfParts(ParsedSql sql, ParseTree statement, String database) {
        if (has(statement, LockingClauseContext.class)) {
            return Optional.of("it locks rows");
        }
        if (has(statement, UserVariableContext.class) || has(statement, RvalueSystemOrUserVariableContext.class)) {
            return Optional.of("it uses variables of the session");
        }
        if (sql.tokens().getTokens().stream().anyMatch(token -> token.getType() == MySqlLexer.PARAM_MARKER)) {
            return Optional.of("the values of its parameters are unknown: name a general or slow log with --from");
        }
        Optional<String> function = function(statement, database);
        if (function.isPresent()) {
            return function;
        }
        for (TableId table : StatementTables.of(statement, database)) {
            if (table.schema().isEmpty()) {
                return Optional.of("the database of " + table.name() + " is unknown: name it with --database");
            }
            if (!names.isRelation(table)) {
                return Optional.of("it names " + table + ", which is not replicated");
            }
            if (unknownViews.contains(names.relation(table))) {
                return Optional.of("the view " + table + " calls functions whose effects or results are unknown");
            }
        }
        return Optional.empty();
    }

    private static boolean has(ParseTree tree, Class<? extends org.antlr.v4.runtime.ParserRuleContext> kind) {
        return !ParseTrees.all(tree, kind).isEmpty();
    }

    private Optional<String> function(ParseTree statement, String database) {
        Set<String> called = new TreeSet<>();
        for (FunctionCallContext call : ParseTrees.all(statement, FunctionCallContext.class)) {
            boolean isQualified = call.qualifiedIdentifier() != null
                    && call.qualifiedIdentifier().dotIdentifier() != null;
            String name = Names.unquote(
                    call.pureIdentifier() != null
                            ? call.pureIdentifier().getText()
                            : Names.of(call.qualifiedIdentifier().identifier()));
            boolean isStored = isQualified
                    || names.routine(ObjectKind.FUNCTION, new TableId(database, name))
                            .isPresent()
                    || names.isLoadable(name.toLowerCase(Locale.ROOT));
            if (isStored) {
                return Optional.of("it calls a stored or loadable function; objects verify examines stored ones");
            }
            called.add(name.toUpperCase(Locale.ROOT));
        }
        ParseTrees.all(statement, RuntimeFunctionCallContext.class)
                .forEach(call -> called.add(call.getStart().getText().toUpperCase(Locale.ROOT)));
        // the only one of the session that needs no parentheses
        ParseTrees.all(statement, FieldIdentifierContext.class).stream()
                .map(name -> name.getText().toUpperCase(Locale.ROOT))
                .filter("CURRENT_USER"::equals)
                .forEach(called::add);
        for (String name : called) {
            if (Proofs.INTERFERING.contains(name) || FORBIDDEN.contains(name)) {
                return Optional.of("it calls " + name);
            }
            boolean isOfSession = OF_SESSION.contains(name)
                    || Functions.VARYING.contains(name.toLowerCase(Locale.ROOT))
                            && !ClockFunctions.PINNED.contains(name);
            if (isOfSession) {
                return Optional.of("its result depends on " + name);
            }
        }
        return Optional.empty();
    }

    /** Returns whether an admitted statement may read the present time, also by a view. */
    boolean readsClock(ParsedSql sql, String database) {
        return sql.tokens().getTokens().stream()
                        .anyMatch(token ->
                                ClockFunctions.PINNED.contains(token.getText().toUpperCase(Locale.ROOT)))
                || StatementTables.of(sql.query(), database).stream()
                        .anyMatch(table -> clockViews.contains(names.relation(table)));
    }
}
