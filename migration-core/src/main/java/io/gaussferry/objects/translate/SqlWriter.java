package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final LocalNames variables;
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
    /** Writes parameter markers; null for SQL without them. */
    private final @Nullable MarkerWriter markers;

    /** The variable that has the value of ROW_COUNT(); null where there is none. */
    private @Nullable String rowCount;

    private final Map<ParserRuleContext, String> conversions = new IdentityHashMap<>();
    /** The collations of columns of temporary tables. */
    private final Map<ParserRuleContext, String> collations = new IdentityHashMap<>();
    /** The forms of compared strings. */
    private final Map<ParseTree, TextComparisons.Form> forms = new IdentityHashMap<>();

    /** Words that the target does not have there. */
    private final Set<ParseTree> leftOut = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Numbers that become strings. */
    private final Set<ParserRuleContext> printed = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Floating-point numbers that become integers. */
    private final Set<ParserRuleContext> rounded = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The members of ENUM columns that replace literals. */
    private final Map<ParserRuleContext, String> members = new IdentityHashMap<>();

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
        this.strings = new StringWriter(literals, rewrites);
        this.settings = settings;
        this.types = new ValueTypes(variables, known, names::tables, names::derived);
        this.enums = new EnumUses(types, literals, rewrites, dolphin);
        this.blanks = new CharBlanks(types, rewrites);
        this.comparisons = new TextComparisons(types, settings, rewrites, dolphin);
        this.functions = new StringFunctions(types, comparisons, rewrites, this::print);
        this.spelling = new GroupSpelling(types, comparisons, rewrites);
        this.floating = new FloatingNumbers(types);
        this.digits = new Digits(types, floating, rewrites);
        this.quotients = dolphin ? new Quotients(types, digits, rewrites) : null;
        this.casts = new Casts(types, floating, rewrites, dolphin, this::print);
        this.bits = dolphin ? new BitOperations(types, floating, rewrites, this::print) : null;
        this.operators = new OperatorWriter(literals, rewrites, dolphin, this::print, this::children);
        this.calls = new FunctionWriter(known, names, rewrites, dolphin, this::print);
        this.known = known;
        this.names = names;
        this.variables = variables;
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

    /** Returns the uses of values of type ENUM and SET. */
    EnumUses enums() {
        return enums;
    }

    /** Gives the operands of a comparison of strings the form in which the target compares them as MySQL does. */
    void compare(ParserRuleContext comparison) {
        TextComparisons.Form form = comparisons.of(comparison);
        if (form != null) {
            TextComparisons.operands(comparison).forEach(operand -> forms.put(operand, form));
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
        collations.put(type, collation);
    }

    /** Converts an expression to a type wherever it is written. */
    void convert(ParserRuleContext expression, String type) {
        conversions.put(expression, type);
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
        if (leftOut.contains(tree)) {
            return "";
        }
        if (tree instanceof TerminalNode terminal) {
            return terminal.getSymbol().getType() == Token.EOF ? "" : terminal.getText();
        }
        ParserRuleContext node = (ParserRuleContext) tree;
        String member = members.get(node);
        if (member != null) {
            return member;
        }
        if (node instanceof PrimaryExprCompareContext
                || node instanceof PredicateContext
                || node instanceof SimpleExprCaseContext) {
            compare(node);
        }
        spelling.find(node);
        String special = functions.write(node);
        special = special == null ? digits.roundedFloating(node, this::print) : special;
        special = special == null ? digits.bounded(node, this::print) : special;
        special = special == null && quotients != null ? quotients.write(node, this::print) : special;
        special = special == null ? casts.write(node) : special;
        special = special == null && bits != null ? bits.write(node) : special;
        special = special == null ? special(node) : special;
        String written = special == null ? children(node) : special;
        TextComparisons.Form form = forms.get(node);
        if (form != null) {
            written = form.of(written);
        }
        written = digits.rounded(node, written);
        if (printed.contains(node)
                || (node instanceof ExprContext || node instanceof UdfExprContext) && Digits.isConcatenated(node)) {
            written = casts.printed(node, written);
        }
        String collation = collations.get(node);
        if (collation != null) {
            return written.strip() + " COLLATE " + Identifiers.quoteTarget(collation);
        }
        if (rounded.contains(node)) {
            written = "round(CAST((" + written + ") AS double precision))";
        }
        String type = conversions.get(node);
        return type == null ? written : "CAST((" + written + ") AS " + type + ")";
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
        if (tree instanceof FieldIdentifierContext field) {
            return isTargetOfAssignment(field)
                    ? field(field, false)
                    : blanks.write(field, enums.write(field, field(field, true)));
        }
        if (tree instanceof SimpleIdentifierContext name) {
            String written = name.dotIdentifier().isEmpty()
                    ? names.column(Names.of(name.identifier()))
                    : name.dotIdentifier().size() == 1
                            ? names.qualifiedColumn(
                                    Names.of(name.identifier()),
                                    Names.of(name.dotIdentifier(0).identifier()))
                            : null;
            return written == null ? null : blanks.write(name, enums.write(name, written));
        }
        if (tree instanceof LimitOptionContext limit && limit.identifier() != null) {
            String name = Names.of(limit.identifier());
            String reference = variables
                    .find(name)
                    .map(LocalNames.Variable::reference)
                    .orElseThrow(() -> new UntranslatableException("LIMIT with the unknown variable " + name, limit));
            rewrites.use(RewriteRule.LIMITS);
            // MySQL reads a negative number as a very large one, and NULL as 0; the target refuses the first and
            // ignores NULL
            return "(CASE WHEN " + reference + " IS NULL THEN 0 WHEN " + reference + " < 0 THEN " + Long.MAX_VALUE
                    + " ELSE " + reference + " END)";
        }
        if (tree instanceof LimitOptionContext limit && limit.PARAM_MARKER() != null && markers != null) {
            return markers.limit(limit.getStart());
        }
        if (tree instanceof InsertStatementContext insert) {
            store(new StoredValues(names).of(insert));
            return insertIgnoring(insert);
        }
        if (tree instanceof UpdateListContext list) {
            SequentialAssignments assignments = new SequentialAssignments(types, members, this::print);
            if (dolphin && SequentialAssignments.isOfValues(list)) {
                assignments.requireProposed(list);
            } else if (assignments.replace(list)) {
                rewrites.use(RewriteRule.ASSIGNMENTS);
            }
            return null;
        }
        if (tree instanceof UpdateElementContext update) {
            store(new StoredValues(names).of(update));
            return null;
        }
        if (tree instanceof SingleTableContext table) {
            return names.table(table);
        }
        if (tree instanceof TableRefContext table) {
            return names.table(names.source(table.qualifiedIdentifier(), table.dotIdentifier()));
        }
        if (tree instanceof TableNameContext table) {
            return names.table(names.source(table.qualifiedIdentifier(), table.dotIdentifier()));
        }
        if (tree instanceof TableAliasContext alias) {
            return names.alias(alias);
        }
        if (tree instanceof SelectAliasContext alias) {
            return "AS "
                    + Identifiers.quoteTarget(
                            alias.identifier() != null
                                    ? Names.of(alias.identifier())
                                    : literals.text(alias.textStringLiteral()));
        }
        if (tree instanceof TableWildContext wild) {
            return wild.identifier().size() == 1
                    ? names.qualifier(Names.of(wild.identifier(0))) + ".*"
                    : names.qualifiedTable(Names.of(wild.identifier(0)), Names.of(wild.identifier(1))) + ".*";
        }
        if (tree instanceof ColumnInternalRefContext column) {
            return names.column(Names.of(column.identifier()));
        }
        if (tree instanceof IntoClauseContext) {
            return "";
        }
        if ((tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext)
                && tree.getStart().getText().equalsIgnoreCase("row_count")) {
            StatementRowCount.require(tree, this::isStored);
            if (rowCount != null) {
                return rowCount;
            }
        }
        if (tree instanceof FunctionCallContext call) {
            convertArguments(ObjectKind.FUNCTION, names.function(call), ValueTypes.arguments(call));
            return calls.write(call);
        }
        if (tree instanceof RuntimeFunctionCallContext call
                && Functions.VARYING_KEYWORDS.contains(call.getStart().getType())) {
            return calls.clock(call.getStart().getText(), call.timeFunctionParameters());
        }
        if (tree instanceof SumExprContext sum) {
            types.unordered(sum).ifPresent(rewrites::dependsOnOrder);
            return functions.countOfDistinct(sum);
        }
        if (tree instanceof IndexHintListContext) {
            rewrites.use(RewriteRule.HINTS);
            return "";
        }
        if (tree instanceof QuerySpecOptionContext option) {
            return option(option);
        }
        if (tree instanceof SelectOptionContext option && option.SQL_NO_CACHE_SYMBOL() != null) {
            rewrites.use(RewriteRule.HINTS);
            return "";
        }
        if (tree instanceof LockingClauseContext lock && lock.LOCK_SYMBOL() != null) {
            rewrites.use(RewriteRule.LOCKS);
            return "FOR SHARE";
        }
        if (tree instanceof IdentifierContext name) {
            return Identifiers.quoteTarget(Names.of(name));
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

    /**
     * Writes INSERT IGNORE of a query; returns null for another statement. Measured on openGauss 6.0.2: it fails for a duplicate key if the query
     * reads a table.
     */
    private @Nullable String insertIgnoring(InsertStatementContext insert) {
        boolean isOfQuery = insert.IGNORE_SYMBOL() != null
                && insert.insertQueryExpression() != null
                && insert.insertUpdateList() == null;
        if (!dolphin || !isOfQuery) {
            return null;
        }
        rewrites.use(RewriteRule.IGNORED_DUPLICATES);
        leftOut.add(insert.IGNORE_SYMBOL());
        return children(insert) + " ON DUPLICATE KEY UPDATE NOTHING";
    }

    /** Writes a literal that is assigned to a column of type ENUM in the spelling of its member. */
    void storeMember(ExprContext value, List<String> membersOfColumn) {
        storeMembers(new EnumLiterals(types, literals).of(value, membersOfColumn));
    }

    private void store(List<StoredValues.StoredValue> values) {
        storeMembers(new EnumLiterals(types, literals).of(values));
        values.stream()
                .filter(value -> isInteger(types.definitions(value.column(), value.tables())))
                .forEach(value -> storeInteger(value.value()));
        values.stream()
                .filter(value -> isText(types.definitions(value.column(), value.tables())))
                .forEach(value -> storeText(value.value()));
    }

    private static boolean isInteger(Set<ColumnDefinition> columns) {
        return !columns.isEmpty()
                && columns.stream().allMatch(column -> column.type().isInteger());
    }

    private static boolean isText(Set<ColumnDefinition> columns) {
        return !columns.isEmpty()
                && columns.stream().allMatch(column -> column.type().isText());
    }

    /** Writes a number that is assigned to a string as MySQL prints it. */
    void storeText(ExprContext value) {
        printed.add(value);
        if (dolphin && !floating.contains(value)) {
            digits.requireExact(value);
        }
        if (Conditions.isBoolean(value)) {
            convert(value, "int");
        }
    }

    /** Rounds a floating-point number that is assigned to an integer: the target rounds halves away from zero. */
    void storeInteger(ExprContext value) {
        if (dolphin && floating.contains(value)) {
            rewrites.use(RewriteRule.FLOATING);
            rounded.add(value);
        }
    }

    private void storeMembers(Map<ParserRuleContext, String> literalsOfEnums) {
        if (!literalsOfEnums.isEmpty()) {
            rewrites.use(RewriteRule.ENUM_LITERALS);
            members.putAll(literalsOfEnums);
        }
    }

    private String option(QuerySpecOptionContext option) {
        if (option.SQL_CALC_FOUND_ROWS_SYMBOL() != null) {
            throw new UntranslatableException("SQL_CALC_FOUND_ROWS: count the rows with COUNT(*)", option);
        }
        if (option.ALL_SYMBOL() != null || option.DISTINCT_SYMBOL() != null) {
            return option.getText();
        }
        rewrites.use(RewriteRule.HINTS);
        return "";
    }

    private static boolean isTargetOfAssignment(FieldIdentifierContext field) {
        ParserRuleContext parent = field.getParent();
        return parent instanceof ColumnRefContext
                && (parent.getParent() instanceof InsertIdentifierContext
                        || parent.getParent() instanceof UpdateElementContext);
    }

    private String field(FieldIdentifierContext field, boolean mayBeVariable) {
        QualifiedIdentifierContext name = field.qualifiedIdentifier();
        if (name == null || name.dotIdentifier() != null) {
            return names.field(field);
        }
        String first = Names.of(name.identifier());
        if (mayBeVariable) {
            Optional<LocalNames.Variable> variable = variables.find(first);
            if (variable.isPresent()) {
                return variable.get().reference();
            }
        }
        if (Functions.CLOCKS.contains(first.toUpperCase(Locale.ROOT)) && first.equals(name.getText())) {
            String written = calls.clock(first, null);
            return written == null ? first.toUpperCase(Locale.ROOT) : written;
        }
        return names.field(field);
    }
}
