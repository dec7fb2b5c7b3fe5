package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

    /** Names that are functions without parentheses; the grammar reads them as columns. */
    private static final Set<String> CLOCKS = Set.of(
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "CURRENT_USER",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP");

    /** Functions that dolphin lacks, in lower case. */
    private static final Set<String> MISSING = Set.of(
            "aes_encrypt",
            "aes_decrypt",
            "found_rows",
            "benchmark",
            "charset",
            "collation",
            "coercibility",
            "load_file",
            "uuid_to_bin",
            "bin_to_uuid",
            "is_uuid",
            "json_overlaps",
            "json_value",
            "json_schema_valid",
            "statement_digest",
            "format_pico_time");

    /** Functions whose results depend on the time, the session or chance, in lower case. */
    private static final Set<String> VARYING = Set.of(
            "rand",
            "uuid",
            "uuid_short",
            "connection_id",
            "unix_timestamp",
            "last_insert_id",
            "sleep",
            "get_lock",
            "release_lock",
            "release_all_locks",
            "version",
            "session_user",
            "system_user",
            "current_role",
            "random_bytes",
            "current_date",
            "current_time",
            "current_timestamp",
            "localtime",
            "localtimestamp");

    private static final Set<Integer> VARYING_KEYWORDS = Set.of(
            MySqlParser.NOW_SYMBOL,
            MySqlParser.CURDATE_SYMBOL,
            MySqlParser.CURTIME_SYMBOL,
            MySqlParser.SYSDATE_SYMBOL,
            MySqlParser.UTC_DATE_SYMBOL,
            MySqlParser.UTC_TIME_SYMBOL,
            MySqlParser.UTC_TIMESTAMP_SYMBOL,
            MySqlParser.CURRENT_USER_SYMBOL,
            MySqlParser.USER_SYMBOL);

    private static final Set<Integer> BIT_OPERATORS = Set.of(
            MySqlParser.BITWISE_AND_OPERATOR,
            MySqlParser.BITWISE_OR_OPERATOR,
            MySqlParser.BITWISE_XOR_OPERATOR,
            MySqlParser.SHIFT_LEFT_OPERATOR,
            MySqlParser.SHIFT_RIGHT_OPERATOR);

    /** Collations that dolphin has with MySQL's equality, but for a few characters. */
    private static final Set<String> COLLATIONS =
            Set.of("utf8mb4_general_ci", "utf8mb4_bin", "gbk_chinese_ci", "gbk_bin");

    private final CommonTokenStream tokens;
    private final Literals literals;
    private final String database;
    private final KnownNames names;
    private final LocalNames variables;
    private final Rewrites rewrites;
    private final boolean dolphin;
    private final Set<String> temporaryTables = new HashSet<>();
    /** The tables of the present statement, by their position. */
    private Set<TableId> tables = Set.of();
    /** The aliases of the present statement, by their name in lower case. */
    private Map<String, String> aliases = Map.of();

    private Set<String> commonTables = Set.of();
    private final Map<ParserRuleContext, String> conversions = new IdentityHashMap<>();
    private final Map<FunctionCallContext, String> renamed = new IdentityHashMap<>();

    /**
     * @param database of names without one
     * @param dolphin whether the target has MySQL's functions and collations
     */
    SqlWriter(
            CommonTokenStream tokens,
            Literals literals,
            String database,
            KnownNames names,
            LocalNames variables,
            Rewrites rewrites,
            boolean dolphin) {
        this.tokens = tokens;
        this.literals = literals;
        this.database = database;
        this.names = names;
        this.variables = variables;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
    }

    /** Writes a whole statement or expression: its aliases and tables are those of the names in it. */
    String write(ParserRuleContext tree) {
        return write(tree, tree);
    }

    /** Writes a part of a statement. */
    String write(ParserRuleContext part, ParserRuleContext statement) {
        tables = new LinkedHashSet<>();
        aliases = new TreeMap<>();
        commonTables = new HashSet<>();
        collect(statement);
        return print(part).strip();
    }

    /** Converts an expression to a type wherever it is written. */
    void convert(ParserRuleContext expression, String type) {
        conversions.put(expression, type);
    }

    /** Calls another function in place of one. */
    void rename(FunctionCallContext call, String function) {
        renamed.put(call, function);
    }

    private void collect(ParseTree tree) {
        if (tree instanceof TableRefContext table) {
            tables.add(names.relation(source(table.qualifiedIdentifier(), table.dotIdentifier())));
        } else if (tree instanceof TableRefWithWildcardContext table) {
            String first = Names.of(table.identifier());
            tables.add(names.relation(
                    table.dotIdentifier() == null
                            ? new TableId(database, first)
                            : new TableId(first, Names.of(table.dotIdentifier().identifier()))));
        } else if (tree instanceof SelectAliasContext alias) {
            String name = alias.identifier() != null
                    ? Names.of(alias.identifier())
                    : literals.text(alias.textStringLiteral());
            aliases.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
        } else if (tree instanceof TableAliasContext alias) {
            String name = Names.of(alias.identifier());
            aliases.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
        } else if (tree instanceof CommonTableExpressionContext table) {
            commonTables.add(Names.of(table.identifier()));
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            collect(tree.getChild(i));
        }
    }

    private String print(ParseTree tree) {
        if (tree instanceof TerminalNode terminal) {
            return terminal.getSymbol().getType() == Token.EOF ? "" : terminal.getText();
        }
        ParserRuleContext node = (ParserRuleContext) tree;
        String special = special(node);
        String written = special == null ? children(node) : special;
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
            return field(field, !isTargetOfAssignment(field));
        }
        if (tree instanceof SimpleIdentifierContext name) {
            return name.dotIdentifier().isEmpty()
                    ? column(Names.of(name.identifier()))
                    : name.dotIdentifier().size() == 1
                            ? qualifiedColumn(
                                    Names.of(name.identifier()),
                                    Names.of(name.dotIdentifier(0).identifier()))
                            : null;
        }
        if (tree instanceof LimitOptionContext limit && limit.identifier() != null) {
            String name = Names.of(limit.identifier());
            return variables
                    .find(name)
                    .map(LocalNames.Variable::reference)
                    .orElseThrow(() -> new UntranslatableException("LIMIT with the unknown variable " + name, limit));
        }
        if (tree instanceof SingleTableContext table) {
            return table(table);
        }
        if (tree instanceof TableRefContext table) {
            return table(source(table.qualifiedIdentifier(), table.dotIdentifier()));
        }
        if (tree instanceof TableNameContext table) {
            return table(source(table.qualifiedIdentifier(), table.dotIdentifier()));
        }
        if (tree instanceof TableAliasContext alias) {
            return "AS " + quote(Names.of(alias.identifier()));
        }
        if (tree instanceof SelectAliasContext alias) {
            return "AS "
                    + quote(
                            alias.identifier() != null
                                    ? Names.of(alias.identifier())
                                    : literals.text(alias.textStringLiteral()));
        }
        if (tree instanceof TableWildContext wild) {
            return wild.identifier().size() == 1
                    ? qualifier(Names.of(wild.identifier(0))) + ".*"
                    : qualifiedTable(Names.of(wild.identifier(0)), Names.of(wild.identifier(1))) + ".*";
        }
        if (tree instanceof ColumnInternalRefContext column) {
            return column(Names.of(column.identifier()));
        }
        if (tree instanceof IntoClauseContext) {
            return "";
        }
        if (tree instanceof FunctionCallContext call) {
            return function(call);
        }
        if (tree instanceof RuntimeFunctionCallContext call
                && VARYING_KEYWORDS.contains(call.getStart().getType())) {
            return clock(call.getStart().getText(), call.timeFunctionParameters());
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
            return quote(Names.of(name));
        }
        if (tree instanceof ExprContext
                || tree instanceof SimpleExprContext
                || tree instanceof BoolPriContext
                || tree instanceof BitExprContext) {
            return expression(tree);
        }
        return literal(tree);
    }

    /** Literals, character sets, collations and user variables. */
    private @Nullable String literal(ParserRuleContext tree) {
        if (tree instanceof TextLiteralContext text) {
            return string(text);
        }
        if (tree instanceof TextStringLiteralContext text) {
            return string(literals.text(text), text);
        }
        if (tree instanceof CharsetWithOptBinaryContext) {
            rewrites.use(RewriteRule.CHARACTER_SET);
            return "";
        }
        if (tree instanceof LiteralContext literal
                && literal.UNDERSCORE_CHARSET() != null
                && literal.textLiteral() == null) {
            throw new UntranslatableException("a hexadecimal string with a character set", literal);
        }
        if (tree instanceof UserVariableContext variable) {
            rewrites.use(RewriteRule.USER_VARIABLES);
            String name = variable.AT_TEXT_SUFFIX() != null
                    ? variable.getText().substring(1)
                    : literals.text(variable.textOrIdentifier());
            if (!name.matches("[A-Za-z_][A-Za-z_0-9]*")) {
                throw new UntranslatableException("a user variable with a quoted name", variable);
            }
            return "@" + name.toLowerCase(Locale.ROOT);
        }
        if (tree instanceof RvalueSystemOrUserVariableContext variable && variable.AT_AT_SIGN_SYMBOL() != null) {
            throw new UntranslatableException("the system variable " + variable.getText(), variable);
        }
        return null;
    }

    private @Nullable String expression(ParserRuleContext tree) {
        if (tree instanceof BitExprContext bits && bits.op != null && BIT_OPERATORS.contains(bits.op.getType())) {
            // all of them have one precedence on PostgreSQL
            return "(" + children(bits) + ")";
        }
        if (tree instanceof ExprOrContext or && or.op.getType() == MySqlParser.LOGICAL_OR_OPERATOR) {
            rewrites.use(RewriteRule.OPERATORS);
            return print(or.expr(0)) + " OR " + print(or.expr(1));
        }
        if (tree instanceof ExprAndContext and && and.op.getType() == MySqlParser.LOGICAL_AND_OPERATOR) {
            rewrites.use(RewriteRule.OPERATORS);
            return print(and.expr(0)) + " AND " + print(and.expr(1));
        }
        if (tree instanceof PrimaryExprCompareContext compare
                && compare.compOp().NULL_SAFE_EQUAL_OPERATOR() != null) {
            rewrites.use(RewriteRule.OPERATORS);
            return "(" + print(compare.boolPri()) + " IS NOT DISTINCT FROM " + print(compare.predicate()) + ")";
        }
        if (tree instanceof SimpleExprNotContext not) {
            rewrites.use(RewriteRule.OPERATORS);
            return "(NOT (" + print(not.simpleExpr()) + "))";
        }
        if (tree instanceof SimpleExprParamMarkerContext) {
            throw new UntranslatableException("a parameter marker", tree);
        }
        if (tree instanceof SimpleExprCollateContext collated) {
            return collated(collated);
        }
        if (tree instanceof SimpleExprConvertUsingContext convert) {
            rewrites.use(RewriteRule.CHARACTER_SET);
            String to = convert.charsetName().getText().toLowerCase(Locale.ROOT);
            if (!to.startsWith("utf8")) {
                throw new UntranslatableException("CONVERT to the character set " + to, convert);
            }
            return "(" + print(convert.expr()) + ")";
        }
        if (tree instanceof SimpleExprOdbcContext odbc) {
            return print(odbc.expr());
        }
        return null;
    }

    private String collated(SimpleExprCollateContext collated) {
        String collation = literals.text(collated.textOrIdentifier()).toLowerCase(Locale.ROOT);
        if (dolphin && COLLATIONS.contains(collation)) {
            return print(collated.simpleExpr()) + " COLLATE " + Identifiers.quoteTarget(collation);
        }
        rewrites.use(RewriteRule.COLLATION);
        return print(collated.simpleExpr());
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

    private String string(TextLiteralContext text) {
        if (text.UNDERSCORE_CHARSET() != null) {
            String introducer = text.UNDERSCORE_CHARSET().getText().toLowerCase(Locale.ROOT);
            if (introducer.equals("_binary")) {
                throw new UntranslatableException("a binary string", text);
            }
            rewrites.use(RewriteRule.CHARACTER_SET);
        }
        return string(literals.text(text), text);
    }

    private String string(String value, ParserRuleContext where) {
        if (value.indexOf('\0') >= 0) {
            throw new UntranslatableException(
                    "a string with the character U+0000, which the target cannot store", where);
        }
        if (!where.getText().equals("'" + value + "'")) {
            rewrites.use(RewriteRule.STRINGS);
        }
        return Identifiers.literal(value);
    }

    private String quote(String name) {
        return Identifiers.quoteTarget(name);
    }

    private static TableId of(String database, QualifiedIdentifierContext name) {
        String first = Names.of(name.identifier());
        return name.dotIdentifier() == null
                ? new TableId(database, first)
                : new TableId(first, Names.of(name.dotIdentifier().identifier()));
    }

    private TableId source(@Nullable QualifiedIdentifierContext name, @Nullable DotIdentifierContext dotted) {
        return name == null
                ? new TableId(database, dotted == null ? "" : Names.of(dotted.identifier()))
                : of(database, name);
    }

    /** Writes a table of a FROM clause. */
    private String table(SingleTableContext table) {
        if (table.usePartition() != null) {
            throw new UntranslatableException("the choice of a partition", table.usePartition());
        }
        TableId source =
                source(table.tableRef().qualifiedIdentifier(), table.tableRef().dotIdentifier());
        if (table.indexHintList() != null) {
            rewrites.use(RewriteRule.HINTS);
        }
        String written = table(source);
        if (table.tableAlias() != null) {
            return written + " " + print(table.tableAlias());
        }
        TableId known = names.relation(source);
        return !isLocal(source) && isRenamed(known) ? written + " AS " + quote(known.name()) : written;
    }

    /** Returns whether a table has another name on the target; it keeps the source's as its alias. */
    private boolean isRenamed(TableId known) {
        return !names.target(known).name().equals(known.name());
    }

    private boolean isLocal(TableId source) {
        return source.schema().equals(database)
                && (commonTables.contains(source.name()) || temporaryTables.contains(source.name()));
    }

    private String table(TableId source) {
        if (isLocal(source)) {
            return quote(source.name());
        }
        rewrites.use(RewriteRule.NAMES);
        rewrites.refersToRelation(names.relation(source));
        return Identifiers.quoteTarget(names.target(source));
    }

    /** Makes names without a database refer to a temporary table from here on. */
    void addTemporaryTable(String name) {
        temporaryTables.add(name);
    }

    /** Returns whether the routine has created all of these tables as temporary ones. */
    boolean areTemporary(TableRefListContext list) {
        return list.tableRef().stream()
                .map(table -> source(table.qualifiedIdentifier(), table.dotIdentifier()))
                .allMatch(this::isLocal);
    }

    private String qualifiedTable(String schema, String table) {
        return Identifiers.quoteTarget(names.target(new TableId(schema, table)));
    }

    /** Writes the alias or table before a column. */
    private String qualifier(String name) {
        if (variables.isRow(name)) {
            return name.toUpperCase(Locale.ROOT);
        }
        String alias = aliases.get(name.toLowerCase(Locale.ROOT));
        if (alias != null) {
            return quote(alias);
        }
        for (TableId table : tables) {
            if (table.name().equalsIgnoreCase(name)) {
                return quote(table.name());
            }
        }
        return quote(name);
    }

    private String column(String name) {
        String alias = aliases.get(name.toLowerCase(Locale.ROOT));
        return quote(alias == null ? names.column(name, tables) : alias);
    }

    private String qualifiedColumn(String qualifier, String column) {
        return qualifier(qualifier) + "." + quote(names.column(column, tables));
    }

    private static boolean isTargetOfAssignment(FieldIdentifierContext field) {
        ParserRuleContext parent = field.getParent();
        return parent instanceof ColumnRefContext
                && (parent.getParent() instanceof InsertIdentifierContext
                        || parent.getParent() instanceof UpdateElementContext);
    }

    private String field(FieldIdentifierContext field, boolean mayBeVariable) {
        QualifiedIdentifierContext name = field.qualifiedIdentifier();
        if (name == null) {
            return column(Names.of(field.dotIdentifier().identifier()));
        }
        String first = Names.of(name.identifier());
        if (name.dotIdentifier() == null) {
            if (mayBeVariable) {
                var variable = variables.find(first);
                if (variable.isPresent()) {
                    return variable.get().reference();
                }
            }
            if (CLOCKS.contains(first.toUpperCase(Locale.ROOT)) && first.equals(name.getText())) {
                String written = clock(first, null);
                return written == null ? first.toUpperCase(Locale.ROOT) : written;
            }
            return column(first);
        }
        String second = Names.of(name.dotIdentifier().identifier());
        if (field.dotIdentifier() == null) {
            return qualifiedColumn(first, second);
        }
        String third = Names.of(field.dotIdentifier().identifier());
        if (aliases.containsKey(second.toLowerCase(Locale.ROOT))) {
            // SHOW CREATE VIEW puts the database before the alias of a view
            return qualifiedColumn(second, third);
        }
        TableId known = names.relation(new TableId(first, second));
        String table = isRenamed(known) ? quote(known.name()) : qualifiedTable(first, second);
        return table + "." + quote(names.column(third, tables));
    }

    private String function(FunctionCallContext call) {
        TableId name = call.pureIdentifier() != null
                ? new TableId(database, Names.unquote(call.pureIdentifier().getText()))
                : of(database, call.qualifiedIdentifier());
        ParserRuleContext arguments = call.udfExprList() != null ? call.udfExprList() : call.exprList();
        String written = "(" + (arguments == null ? "" : print(arguments)) + ")";
        String other = renamed.get(call);
        if (other != null) {
            return other + written;
        }
        var stored = names.routine(ObjectKind.FUNCTION, name);
        if (stored.isPresent()) {
            rewrites.use(RewriteRule.NAMES);
            rewrites.refersToRoutine(stored.get());
            return Identifiers.quoteTarget(stored.get()) + written;
        }
        boolean qualified =
                call.qualifiedIdentifier() != null && call.qualifiedIdentifier().dotIdentifier() != null;
        if (qualified) {
            throw new UntranslatableException("the function " + name + ", which does not exist", call);
        }
        String lower = name.name().toLowerCase(Locale.ROOT);
        if (names.isLoadable(lower)) {
            throw new UntranslatableException("the loadable function " + lower, call);
        }
        if (MISSING.contains(lower) || lower.startsWith("st_")) {
            throw new UntranslatableException("the function " + lower + ", which the target lacks", call);
        }
        if (VARYING.contains(lower)) {
            rewrites.varies(lower);
            if (dolphin && arguments == null) {
                Optional<String> truncated = ClockFunctions.truncated(lower, 0);
                if (truncated.isPresent()) {
                    rewrites.use(RewriteRule.CLOCK);
                    return truncated.get();
                }
            }
        }
        return lower + written;
    }

    /** Returns a function of the present time; null if it is written as it is. */
    private @Nullable String clock(String function, @Nullable TimeFunctionParametersContext parameters) {
        rewrites.varies(function);
        FractionalPrecisionContext precision = parameters == null ? null : parameters.fractionalPrecision();
        int digits = precision == null ? 0 : Integer.parseInt(precision.getText());
        Optional<String> truncated = dolphin ? ClockFunctions.truncated(function, digits) : Optional.empty();
        truncated.ifPresent(written -> rewrites.use(RewriteRule.CLOCK));
        return truncated.orElse(null);
    }
}
