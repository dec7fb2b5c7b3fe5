package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.objects.translate.SqlTemplate.Form;
import io.gaussferry.objects.translate.SqlTemplate.Text;
import io.gaussferry.objects.translate.SqlTemplate.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * Writes dynamic SQL that is certain but for its values. The values are copied where the SQL is composed, and PREPARE refuses those that would
 * make other SQL of it.
 */
final class PreparedWriter {

    private static final String UNKNOWN = "dynamic SQL, which exists only when it runs";

    private static final String NUMBERS = "(tiny|small|medium|big)?int(eger)?|uint[1248]|(numeric|decimal)\\(.*\\)";
    private static final String TEXTS = "text|(var)?char\\(.*\\)|date";

    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "(", ")");

    private final Routine routine;
    private final SqlTemplates templates;
    private final BodyText text;
    private final HandlerWriter handlers;

    PreparedWriter(Routine routine, BodyText text, HandlerWriter handlers) {
        this.routine = routine;
        this.templates = routine.templates;
        this.text = text;
        this.handlers = handlers;
    }

    // composition

    /** Notes the SQL that SET assigns to a variable. Writes copies of the values in it, before the assignment. */
    void assign(SetStatementContext set) {
        List<OptionValueNoOptionTypeContext> values = ParseTrees.all(set, OptionValueNoOptionTypeContext.class);
        List<Optional<SqlTemplate>> composed = new ArrayList<>();
        for (OptionValueNoOptionTypeContext value : values) {
            ExprContext expression = expression(value);
            composed.add(
                    expression == null || !routine.composesSql
                            ? Optional.empty()
                            : template(expression, values.size() == 1));
        }
        templates.forget(set);
        for (int i = 0; i < values.size(); i++) {
            String variable = variable(values.get(i));
            composed.get(i).ifPresent(sql -> templates.assign(variable, sql));
        }
    }

    private static @Nullable ExprContext expression(OptionValueNoOptionTypeContext value) {
        if (value.userVariable() != null) {
            return value.expr();
        }
        return value.setExprOrDefault() == null || value.AT_AT_SIGN_SYMBOL() != null
                ? null
                : value.setExprOrDefault().expr();
    }

    private static String variable(OptionValueNoOptionTypeContext value) {
        return value.userVariable() != null
                ? SqlTemplates.name(value.userVariable())
                : value.lvalueVariable() == null
                        ? ""
                        : Names.unquote(value.lvalueVariable().getText());
    }

    /** Returns the SQL that an expression composes; empty if it is not certain. */
    private Optional<SqlTemplate> template(ParseTree expression, boolean withValues) {
        ParseTree tree = expression;
        while (tree.getChildCount() == 1 && !(tree instanceof TextLiteralContext)) {
            tree = tree.getChild(0);
            if (tree instanceof TextLiteralContext literal) {
                return literal.UNDERSCORE_CHARSET() == null
                        ? Optional.of(SqlTemplate.of(routine.literals.text(literal)))
                        : Optional.empty();
            }
            if (tree instanceof UserVariableContext variable) {
                return templates.find(SqlTemplates.name(variable));
            }
            if (tree instanceof NumLiteralContext number && number.getText().matches("\\d+")) {
                return Optional.of(SqlTemplate.of(number.getText()));
            }
            if (tree instanceof FunctionCallContext call) {
                return ofFunction(call, withValues);
            }
            if (tree instanceof FieldIdentifierContext name) {
                return ofVariable(name, withValues);
            }
        }
        return withValues && isInteger(expression)
                ? Optional.of(value(routine.sql.write((ParserRuleContext) expression), Form.NUMBER))
                : Optional.empty();
    }

    private Optional<SqlTemplate> ofFunction(FunctionCallContext call, boolean withValues) {
        String name = call.getStart().getText().toLowerCase(Locale.ROOT);
        List<ExprContext> arguments = call.udfExprList() != null
                ? call.udfExprList().udfExpr().stream()
                        .map(UdfExprContext::expr)
                        .toList()
                : call.exprList() != null ? call.exprList().expr() : List.of();
        if (name.equals("quote") && arguments.size() == 1 && withValues) {
            Optional<LocalNames.Variable> variable = local(arguments.get(0));
            return variable.filter(found -> found.type().matches(TEXTS))
                    .map(found -> value(found.reference(), Form.LITERAL));
        }
        if (!name.equals("concat")) {
            return Optional.empty();
        }
        List<SqlTemplate> parts = new ArrayList<>();
        for (ExprContext argument : arguments) {
            Optional<SqlTemplate> part = template(argument, withValues);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            parts.add(part.get());
        }
        return Optional.of(SqlTemplate.concatenated(parts));
    }

    private Optional<SqlTemplate> ofVariable(FieldIdentifierContext name, boolean withValues) {
        Optional<SqlTemplate> known = templates.find(Names.unquote(name.getText()));
        if (known.isPresent()) {
            return known;
        }
        Optional<LocalNames.Variable> variable = routine.locals.find(Names.unquote(name.getText()));
        if (variable.isEmpty() || !withValues) {
            return Optional.empty();
        }
        String type = variable.get().type();
        return type.matches(NUMBERS) || type.matches(TEXTS)
                ? Optional.of(value(variable.get().reference(), type.matches(NUMBERS) ? Form.NUMBER : Form.TEXT))
                : Optional.empty();
    }

    private Optional<LocalNames.Variable> local(ParseTree expression) {
        return Conditions.isName(expression)
                ? routine.locals.find(Names.unquote(expression.getText()))
                : Optional.empty();
    }

    private SqlTemplate value(String expression, Form form) {
        String copy = text.temporary("text");
        handlers.guarded(copy + " := CAST((" + expression + ") AS text);");
        return new SqlTemplate(List.of(new Value(copy, form)));
    }

    /** Returns whether an expression adds, subtracts or multiplies integer variables and numbers only. */
    private boolean isInteger(ParseTree tree) {
        if (tree instanceof TerminalNode terminal) {
            return ARITHMETIC.contains(terminal.getText()) || terminal.getText().matches("\\d+");
        }
        if (tree instanceof FieldIdentifierContext name) {
            return routine.locals
                    .find(Names.unquote(name.getText()))
                    .filter(variable ->
                            variable.type().matches(NUMBERS) && !variable.type().contains("("))
                    .isPresent();
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            if (!isInteger(tree.getChild(i))) {
                return false;
            }
        }
        return tree.getChildCount() > 0;
    }

    // statements

    /** Writes PREPARE or DEALLOCATE PREPARE. */
    void prepare(PreparedStatementContext statement) {
        String name = Names.of(statement.identifier());
        if (statement.PREPARE_SYMBOL() == null || statement.FROM_SYMBOL() == null) {
            if (templates.prepared(name).isEmpty()) {
                throw new UntranslatableException("DEALLOCATE of a statement that may not be prepared", statement);
            }
            templates.deallocate(name);
            text.line("NULL; -- the target has no prepared statement " + name.replaceAll("[^A-Za-z0-9_]", ""));
            return;
        }
        SqlTemplate sql = statement.textLiteral() != null
                ? SqlTemplate.of(routine.literals.text(statement.textLiteral()))
                : templates
                        .find(SqlTemplates.name(statement.userVariable()))
                        .orElseThrow(() -> new UntranslatableException(UNKNOWN, statement));
        if (handlers.continuesAfterErrors()) {
            // after a failed PREPARE, MySQL's EXECUTE fails too
            throw new UntranslatableException("dynamic SQL with a handler that continues after errors", statement);
        }
        routine.rewrites.use(RewriteRule.DYNAMIC_SQL);
        require(sql);
        templates.prepare(name, sql);
    }

    /** Writes the condition under which the values make no other SQL. */
    private void require(SqlTemplate sql) {
        if (!sql.required().isEmpty()) {
            String isNull = sql.required().stream()
                    .map(variable -> variable + " IS NULL")
                    .collect(Collectors.joining(" OR "));
            handlers.guarded("IF " + isNull + " THEN RAISE EXCEPTION USING ERRCODE = '42000',"
                    + " MESSAGE = 'The SQL of a prepared statement is NULL'; END IF;");
        }
        if (!sql.plain().isEmpty()) {
            String isOther = sql.plain().stream()
                    .map(variable -> "strpos(" + variable + ", '''') > 0 OR strpos(" + variable
                            + ", '\"') > 0 OR strpos(" + variable + ", chr(92)) > 0")
                    .collect(Collectors.joining(" OR "));
            handlers.guarded(
                    "IF " + isOther + " THEN RAISE EXCEPTION USING ERRCODE = '42000',"
                            + " MESSAGE = 'A quote or backslash in a value would change the SQL of a prepared statement'; END IF;");
        }
    }

    /** Returns the statement that EXECUTE executes. */
    DynamicSql executed(ExecuteStatementContext execute) {
        SqlTemplate template = templates
                .prepared(Names.of(execute.identifier()))
                .orElseThrow(() -> new UntranslatableException(UNKNOWN, execute));
        MarkedSql marked = MarkedSql.of(template, routine.context)
                .orElseThrow(() -> new UntranslatableException(
                        "dynamic SQL with a variable part that is not certain to be a value", execute));
        List<String> using = execute.executeVarList() == null
                ? List.of()
                : execute.executeVarList().userVariable().stream()
                        .map(routine.sql::write)
                        .toList();
        long parameters = marked.markers().stream()
                .filter(Marker.Parameter.class::isInstance)
                .count();
        if (parameters != using.size()) {
            throw new UntranslatableException(
                    "EXECUTE of dynamic SQL with " + using.size() + " values for " + parameters + " parameters",
                    execute);
        }
        boolean hasMarks = Marks.areIn(marked.sql())
                || marked.markers().stream()
                        .anyMatch(marker -> marker instanceof Marker.Quoted quoted
                                && quoted.content().stream()
                                        .anyMatch(piece -> piece instanceof Text text && Marks.areIn(text.sql())));
        if (hasMarks) {
            throw new UntranslatableException("dynamic SQL with a control character that marks its values", execute);
        }
        StatementContext context = StatementContext.ofStored(
                routine.context.database(), marked.sql(), routine.context.sqlMode(), routine.context.serverVersion());
        ParsedSql parsed;
        try {
            parsed = StatementParser.tree(context);
        } catch (ParseCancellationException e) {
            throw new UntranslatableException(
                    template.required().isEmpty()
                            ? "dynamic SQL that is not understood: " + e.getMessage()
                            : "dynamic SQL with a variable part that is no value, such as a name",
                    execute);
        }
        return new DynamicSql(parsed, marked.markers(), using);
    }
}
