package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.StoredSettings;
import java.util.List;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * Writes queries, expressions and statements that change rows in the target's SQL. A node without a rule is written as its children, with
 * the white space between them and without comments.
 */
final class SqlWriter {

    private final CommonTokenStream tokens;
    private final Literals literals;
    private final KnownNames known;
    private final NameWriter names;
    private final Rewrites rewrites;
    private final boolean dolphin;
    private final StringWriter strings;
    private final StoredSettings settings;
    private final ValueTypes types;
    private final EnumUses enums;
    private final CharBlanks blanks;
    private final TextComparisons comparisons;
    private final StringFunctions functions;
    private final GroupSpelling spelling;
    private final FloatingNumbers floating;
    private final Digits digits;
    /** Writes quotients; null for a target whose division of integers has no decimals. */
    private final @Nullable Quotients quotients;

    private final Casts casts;
    /** Writes operations on bits; null for a target without unsigned numbers. */
    private final @Nullable BitOperations bits;

    private final OperatorWriter operators;
    private final FunctionWriter calls;
    private final ReferenceWriter references;
    private final WrittenForms forms;
    private final Alternatives alternatives;
    private final StringArguments stringArguments;
    private final AssignedValues assigned;
    private final ClauseWriter clauses;
    private final ChangeWriter changes;
    /** Writes parameter markers; null for SQL without them. */
    private final @Nullable MarkerWriter markers;

    /** The variable that has the value of ROW_COUNT(); null where there is none. */
    private @Nullable String rowCount;

    /**
     * @param database of names without one
     * @param dolphin whether the target has MySQL's functions and collations
     * @param settings the settings with which the source executes the SQL
     */
    SqlWriter(
            CommonTokenStream tokens,
            Literals literals,
            String database,
            KnownNames names,
            LocalNames variables,
            Rewrites rewrites,
            boolean dolphin,
            StoredSettings settings) {
        this(tokens, literals, database, names, variables, rewrites, dolphin, settings, null);
    }

    /**
     * @param database of names without one
     * @param dolphin whether the target has MySQL's functions and collations
     * @param settings the settings with which the source executes the SQL
     * @param markers writes parameter markers; null for SQL without them
     */
    SqlWriter(
            CommonTokenStream tokens,
            Literals literals,
            String database,
            KnownNames names,
            LocalNames variables,
            Rewrites rewrites,
            boolean dolphin,
            StoredSettings settings,
            @Nullable MarkerWriter markers) {
        this(
                tokens,
                literals,
                names,
                new NameWriter(literals, database, names, variables, rewrites),
                variables,
                rewrites,
                dolphin,
                settings,
                markers);
    }

    private SqlWriter(
            CommonTokenStream tokens,
            Literals literals,
            KnownNames known,
            NameWriter names,
            LocalNames variables,
            Rewrites rewrites,
            boolean dolphin,
            StoredSettings settings,
            @Nullable MarkerWriter markers) {
        this.tokens = tokens;
        this.literals = literals;
        this.settings = settings;
        this.types = new ValueTypes(variables, known, names::tables, names::derived);
        this.strings = new StringWriter(
                literals,
                rewrites,
                operand -> types.variable(operand.getText())
                        .filter(variable -> variable.declared().bits() > 0)
                        .isPresent());
        this.enums = new EnumUses(types, literals, rewrites, dolphin);
        this.blanks = new CharBlanks(types, rewrites);
        this.comparisons = new TextComparisons(types, settings, rewrites, dolphin);
        this.functions = new StringFunctions(types, comparisons, rewrites, this::print);
        this.spelling = new GroupSpelling(types, comparisons, rewrites);
        this.floating = new FloatingNumbers(types);
        this.digits = new Digits(types, floating, rewrites);
        this.quotients = dolphin ? new Quotients(types, digits, rewrites) : null;
        PrintedTimes times = new PrintedTimes(types, rewrites, dolphin);
        this.casts = new Casts(types, floating, times, rewrites, dolphin, this::print);
        this.bits = dolphin ? new BitOperations(types, floating, rewrites, this::print) : null;
        this.operators = new OperatorWriter(literals, rewrites, dolphin, this::print, this::children);
        this.calls = new FunctionWriter(known, names, rewrites, dolphin, this::print);
        this.references = new ReferenceWriter(literals, names, variables, calls, blanks, enums);
        this.forms = new WrittenForms(casts, digits);
        this.stringArguments = new StringArguments(floating, times, forms);
        this.alternatives = new Alternatives(types, floating, times, digits, forms, rewrites);
        this.assigned = new AssignedValues(types, floating, digits, literals, forms, rewrites, dolphin);
        this.clauses = new ClauseWriter(variables, rewrites, markers);
        this.changes = new ChangeWriter(names, types, assigned, forms, rewrites, dolphin, this::print, this::children);
        this.known = known;
        this.names = names;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
        this.markers = markers;
    }

    /** Returns a writer of dynamic SQL, where the routine's variables are not visible. */
    SqlWriter of(DynamicSql sql) {
        LocalNames none = new LocalNames(known, rewrites, false);
        return new SqlWriter(
                sql.parsed().tokens(), literals, known, names.with(none), none, rewrites, dolphin, settings, sql);
    }

    /** Writes a whole statement or expression: its aliases and tables are those of the names in it. */
    String write(ParserRuleContext tree) {
        return write(tree, tree);
    }

    /** Writes a part of a statement. */
    String write(ParserRuleContext part, ParserRuleContext statement) {
        names.enter(statement);
        return print(part).strip();
    }

    /** Has the digits of the numbers that a query returns those of MySQL. */
    void returnRows(SelectStatementContext select) {
        digits.print(select);
    }

    /** Returns the writer of names. */
    NameWriter names() {
        return names;
    }

    /** Returns the types of expressions of the present statement. */
    ValueTypes types() {
        return types;
    }

    /** Returns the forms of values that are assigned. */
    AssignedValues assigned() {
        return assigned;
    }

    /** Returns the uses of values of type ENUM and SET. */
    EnumUses enums() {
        return enums;
    }

    /** Gives the operands of a comparison of strings the form in which the target compares them as MySQL does. */
    void compare(ParserRuleContext comparison) {
        TextComparisons.Form form = comparisons.of(comparison);
        if (form != null) {
            TextComparisons.operands(comparison).forEach(operand -> forms.compare(operand, form));
        }
    }

    /** Returns whether a function is a stored one. */
    boolean isStored(FunctionCallContext call) {
        return known.routine(ObjectKind.FUNCTION, names.function(call)).isPresent();
    }

    /** Has a variable replace ROW_COUNT(). */
    void countRows(String variable) {
        rowCount = variable;
    }

    /** Adds a collation to the type of a column of a temporary table. */
    void collate(DataTypeContext type, String collation) {
        forms.collate(type, collation);
    }

    /** Converts an expression to a type wherever it is written. */
    void convert(ParserRuleContext expression, String type) {
        forms.convert(expression, type);
    }

    /** Converts the arguments of a stored routine to the types with which the target finds it. */
    void convertArguments(ObjectKind kind, TableId routine, List<ExprContext> arguments) {
        List<String> wanted = known.argumentTypes(kind, routine);
        for (int i = 0; i < Math.min(wanted.size(), arguments.size()); i++) {
            if (!wanted.get(i).isEmpty()) {
                rewrites.use(RewriteRule.ARGUMENT_TYPES);
                convert(arguments.get(i), wanted.get(i));
            }
        }
    }

    /** Has the SQL executed with the mode of its caller. */
    void useCallersMode() {
        blanks.useCallersMode();
    }

    /** Calls another function in place of one. */
    void rename(FunctionCallContext call, String function) {
        calls.rename(call, function);
    }

    private String print(ParseTree tree) {
        String replacement = forms.replacement(tree);
        if (replacement != null) {
            return replacement;
        }
        if (tree instanceof TerminalNode terminal) {
            return terminal.getSymbol().getType() == Token.EOF ? "" : terminal.getText();
        }
        ParserRuleContext node = (ParserRuleContext) tree;
        if (node instanceof PrimaryExprCompareContext
                || node instanceof PredicateContext
                || node instanceof SimpleExprCaseContext) {
            compare(node);
        }
        if (node instanceof WithClauseContext with && with.RECURSIVE_SYMBOL() != null) {
            with.commonTableExpression().forEach(this::leaveLengthsOut);
        }
        if (dolphin) {
            alternatives.prepare(node);
            stringArguments.prepare(node);
        }
        spelling.find(node);
        String special = functions.write(node);
        special = special == null ? digits.roundedFloating(node, this::print) : special;
        special = special == null ? digits.bounded(node, this::print) : special;
        special = special == null && quotients != null ? quotients.write(node, this::print) : special;
        special = special == null ? casts.write(node) : special;
        special = special == null && bits != null ? bits.write(node) : special;
        special = special == null ? special(node) : special;
        return forms.of(node, special == null ? children(node) : special);
    }

    /** Has strings with a length in the first query of a recursive one have none, like those of its next query on the target. */
    private void leaveLengthsOut(CommonTableExpressionContext recursive) {
        ParseTrees.first(recursive.subquery(), QuerySpecificationContext.class)
                .map(first -> first.selectItemList().selectItem())
                .orElse(List.of())
                .stream()
                .map(SelectItemContext::expr)
                .filter(value -> value != null
                        && Digits.value(value) instanceof SimpleExprCastContext cast
                        && cast.castType().CHAR_SYMBOL() != null)
                .forEach(value -> {
                    rewrites.use(RewriteRule.RECURSIVE_STRINGS);
                    forms.convert(value, "text");
                });
    }

    private String children(ParserRuleContext tree) {
        StringBuilder text = new StringBuilder();
        int last = -1;
        for (ParseTree child : tree.children == null ? List.<ParseTree>of() : tree.children) {
            int start = child.getSourceInterval().a;
            if (last >= 0 && start > last) {
                text.append(gap(last, start));
            }
            text.append(print(child));
            last = Math.max(last, child.getSourceInterval().b);
        }
        return text.toString();
    }

    /** Returns the white space between two tokens; comments count as a space. */
    private String gap(int before, int after) {
        for (int i = before + 1; i < after; i++) {
            if (tokens.get(i).getChannel() != Token.DEFAULT_CHANNEL) {
                return " ";
            }
        }
        return "";
    }

    private @Nullable String special(ParserRuleContext tree) {
        String reference = references.write(tree);
        return reference != null ? reference : statementPart(tree);
    }

    private @Nullable String statementPart(ParserRuleContext tree) {
        String written = clauses.write(tree);
        written = written == null ? changes.write(tree) : written;
        if (written != null) {
            return written;
        }
        if ((tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext)
                && tree.getStart().getText().equalsIgnoreCase("row_count")) {
            StatementRowCount.require(tree, this::isStored);
            if (rowCount != null) {
                return rowCount;
            }
        }
        if (tree instanceof GroupByClauseContext group && group.olapOption() != null) {
            rewrites.use(RewriteRule.ROLLUP);
            return "GROUP BY ROLLUP(" + print(group.orderList()) + ")";
        }
        if (tree instanceof FunctionCallContext call) {
            convertArguments(ObjectKind.FUNCTION, names.function(call), ValueTypes.arguments(call));
            return calls.write(call);
        }
        if (tree instanceof RuntimeFunctionCallContext call
                && Functions.VARYING_KEYWORDS.contains(call.getStart().getType())) {
            return calls.clock(call.getStart().getText(), call.timeFunctionParameters());
        }
        if (tree instanceof RuntimeFunctionCallContext call && dolphin && TimeDifferences.isOne(call)) {
            rewrites.use(RewriteRule.TIME_DIFFERENCES);
            return TimeDifferences.write(call, this::print);
        }
        if (tree instanceof SumExprContext sum) {
            types.unordered(sum).ifPresent(rewrites::dependsOnOrder);
            return functions.countOfDistinct(sum);
        }
        if (tree instanceof SimpleExprParamMarkerContext) {
            if (markers != null) {
                return markers.value(tree.getStart());
            }
            throw new UntranslatableException("a parameter marker", tree);
        }
        if (tree instanceof ExprContext
                || tree instanceof SimpleExprContext
                || tree instanceof BoolPriContext
                || tree instanceof BitExprContext) {
            return operators.write(tree);
        }
        return strings.write(tree);
    }
}
