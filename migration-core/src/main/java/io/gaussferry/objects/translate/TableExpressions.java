package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UdfExprContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableRenames;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.TableExpression.Uncertain;
import io.gaussferry.objects.translate.TableExpression.Written;
import io.gaussferry.opengauss.definition.ExpressionTokens;
import io.gaussferry.opengauss.definition.ExpressionTokens.Kind;
import io.gaussferry.opengauss.definition.ExpressionTokens.Token;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Translates the expressions in the definition of one table, as information_schema prints them: those of generated columns, checks and
 * parts of indexes. The translation is not proven by its form: the caller compares it with the rows. Refused is what rows may not
 * show, because the target decides it by its settings or by other values: divisions, time zones, and comparisons by a collation
 * that the target does not have. Immutable.
 */
public final class TableExpressions {

    /** The use of an expression. */
    public enum Purpose {
        /** A value or condition of a column reference in a query. */
        QUERY("", true),
        /** The same in a trigger. */
        TRIGGER("NEW.", true),
        /** A part of an index that only helps queries, which name the columns without a collation. */
        SEARCH("", false);

        private final String row;
        private final boolean exact;

        Purpose(String row, boolean exact) {
            this.row = row;
            this.exact = exact;
        }
    }

    /** The collation of dolphin that is nearest to MySQL's collations without case. */
    private static final String IGNORING_CASE = "utf8mb4_general_ci";

    private static final Set<String> COMPARISONS =
            Set.of("=", "<>", "<=>", "<", ">", "<=", ">=", "like", "in", "between", "nullif", "regexp", "rlike");

    /** Patterns that MySQL and the target understand alike. */
    private static final Pattern COMMON_PATTERN =
            Pattern.compile("(?:[^\\\\(]|\\\\[dDwWsS.\\\\^$*+?()\\[\\]{}|/-]|\\((?!\\?))*+");

    private static final Set<MySqlType> TEXTS = Set.of(MySqlType.CHAR, MySqlType.VARCHAR, MySqlType.TEXT);

    private final TableDefinition table;
    private final TargetProfile profile;
    private final int serverVersion;

    /**
     * @param table as at the source
     * @param profile of the target
     * @param serverVersion of the source, such as 80033
     */
    public TableExpressions(TableDefinition table, TargetProfile profile, int serverVersion) {
        this.table = table;
        this.profile = profile;
        this.serverVersion = serverVersion;
    }

    /**
     * Translates an expression.
     *
     * @param printed as in information_schema
     */
    public TableExpression translate(String printed, Purpose purpose) {
        Optional<List<Token>> tokens = ExpressionTokens.of(printed);
        if (tokens.isEmpty()) {
            return new Uncertain("it has a string or an operator that information_schema does not show exactly");
        }
        List<ColumnDefinition> columns = columns(tokens.get());
        String reason = purpose.exact ? uncertainty(tokens.get(), columns) : null;
        if (reason != null) {
            return new Uncertain(reason);
        }
        try {
            return write(printed, purpose, columns, purpose.exact && compares(tokens.get()));
        } catch (UntranslatableException e) {
            return new Uncertain("it has " + e.getMessage());
        } catch (ParseCancellationException e) {
            return new Uncertain("it is not understood: " + e.getMessage());
        }
    }

    /** Returns the columns that an expression reads. */
    public Set<String> columns(String printed) {
        return ExpressionTokens.of(printed).map(this::columns).orElse(List.of()).stream()
                .map(ColumnDefinition::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<ColumnDefinition> columns(List<Token> tokens) {
        List<ColumnDefinition> columns = new ArrayList<>();
        for (Token token : tokens) {
            if (token.kind() == Kind.COLUMN) {
                table.columns().stream()
                        .filter(column -> column.name().equalsIgnoreCase(token.text()))
                        .forEach(columns::add);
            }
        }
        return columns;
    }

    private @Nullable String uncertainty(List<Token> tokens, List<ColumnDefinition> columns) {
        if (tokens.stream()
                .anyMatch(token -> token.kind() == Kind.SYMBOL && token.text().equals("/"))) {
            return "it has a division, whose digits the target computes in another way";
        }
        for (ColumnDefinition column : columns) {
            if (column.type() == MySqlType.TIMESTAMP) {
                return "it reads the TIMESTAMP column " + column.name()
                        + ", whose value depends on the session's time zone";
            }
        }
        Set<String> collations = columns.stream()
                .map(this::foldingCollation)
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        Optional<String> bytewise =
                words(tokens).filter(Functions.BYTEWISE::contains).findFirst();
        if (!collations.isEmpty() && bytewise.isPresent()) {
            return "it uses " + bytewise.get() + ", which distinguishes case on the target";
        }
        boolean compares = compares(tokens);
        boolean hasCollation =
                TargetTypes.isDolphin(profile) && collations.stream().noneMatch(collation -> collation.endsWith("_cs"));
        if (compares && !collations.isEmpty() && !hasCollation) {
            return "it compares text by " + String.join(", ", collations) + ", which the target does not have";
        }
        return compares ? otherSpelling(tokens, columns) : null;
    }

    private static Stream<String> words(List<Token> tokens) {
        return tokens.stream()
                .filter(token -> token.kind() == Kind.WORD || token.kind() == Kind.SYMBOL)
                .map(token -> token.text().toLowerCase(Locale.ROOT));
    }

    private static boolean compares(List<Token> tokens) {
        return words(tokens).anyMatch(COMPARISONS::contains)
                || IntStream.range(1, tokens.size())
                        .anyMatch(i -> isWord(tokens.get(i - 1), "case") && !isWord(tokens.get(i), "when"));
    }

    private static boolean isWord(Token token, String word) {
        return token.kind() == Kind.WORD && token.text().equalsIgnoreCase(word);
    }

    /** Returns the collation of a column that is compared without case or accents. */
    private Optional<String> foldingCollation(ColumnDefinition column) {
        String collation = table.extras().column(column.name()).collation();
        return TEXTS.contains(column.type()) && collation != null && !collation.endsWith("_bin")
                ? Optional.of(collation)
                : Optional.empty();
    }

    /** The target compares an ENUM with the exact members. */
    private static @Nullable String otherSpelling(List<Token> tokens, List<ColumnDefinition> columns) {
        for (ColumnDefinition column : columns) {
            for (Token token : tokens) {
                if (token.kind() == Kind.STRING
                        && !column.members().contains(token.text())
                        && column.members().stream().anyMatch(token.text()::equalsIgnoreCase)) {
                    return "it compares " + column.name() + " with '" + token.text() + "', a member in another case";
                }
            }
        }
        return null;
    }

    private TableExpression write(
            String printed, Purpose purpose, List<ColumnDefinition> columns, boolean comparesText) {
        StatementContext context = StatementContext.ofStored(
                table.id().schema(),
                "SELECT " + ExpressionTokens.unescape(printed),
                StatementContext.STRICT_TRANS_TABLES,
                serverVersion);
        ParsedSql sql = StatementParser.tree(context);
        ExprContext expression = ParseTrees.first(sql.query(), SelectItemContext.class)
                .map(SelectItemContext::expr)
                .orElseThrow(() -> new ParseCancellationException("no expression"));
        KnownNames names = new KnownNames(List.of(table), List.of(), TableRenames.NONE, false, Set.of());
        Rewrites rewrites = new Rewrites();
        LocalNames locals = new LocalNames(names, rewrites, false);
        for (ColumnDefinition column : columns) {
            String reference = purpose.row + Identifiers.quoteTarget(column.name());
            boolean folding = comparesText && foldingCollation(column).isPresent();
            locals.bind(
                    column.name(),
                    new LocalNames.Variable(
                            folding
                                    ? "(" + reference + " COLLATE " + Identifiers.quoteTarget(IGNORING_CASE) + ")"
                                    : reference,
                            VariableType.of("")));
        }
        Literals literals = new Literals(context);
        SqlWriter writer = new SqlWriter(
                sql.tokens(),
                literals,
                context.database(),
                names,
                locals,
                rewrites,
                TargetTypes.isDolphin(profile),
                StoredSettings.NONE);
        boolean isMatch = false;
        for (FunctionCallContext call : ParseTrees.all(expression, FunctionCallContext.class)) {
            if (name(call).equals("regexp_like")) {
                writer.rename(call, match(call, literals, columns));
                isMatch |= call.getSourceInterval().equals(expression.getSourceInterval());
            }
        }
        String written = writer.write(expression);
        if (!rewrites.varying().isEmpty()) {
            throw new UntranslatableException(
                    String.join(", ", rewrites.varying()) + ", which depends on the session", expression);
        }
        if (rewrites.uses(RewriteRule.SEARCHES)) {
            throw new UntranslatableException(
                    "a search by a collation, which needs a subquery on the target", expression);
        }
        boolean isJson = ParseTrees.all(expression, FunctionCallContext.class).stream()
                .anyMatch(call -> name(call).equals("json_extract")
                        && call.getSourceInterval().equals(expression.getSourceInterval()));
        return new Written(written, isMatch || Conditions.isBoolean(expression), isJson);
    }

    private static String name(FunctionCallContext call) {
        if (call.pureIdentifier() != null) {
            return Names.unquote(call.pureIdentifier().getText()).toLowerCase(Locale.ROOT);
        }
        return call.qualifiedIdentifier().dotIdentifier() != null
                ? ""
                : Names.of(call.qualifiedIdentifier().identifier()).toLowerCase(Locale.ROOT);
    }

    /** Returns the function of the operator that compares with a regular expression. */
    private String match(FunctionCallContext call, Literals literals, List<ColumnDefinition> columns) {
        List<ExprContext> arguments = call.udfExprList() != null
                ? call.udfExprList().udfExpr().stream()
                        .map(UdfExprContext::expr)
                        .toList()
                : call.exprList() != null ? call.exprList().expr() : List.of();
        if (arguments.size() != 2) {
            throw new UntranslatableException("REGEXP_LIKE with options", call);
        }
        boolean known = ParseTrees.first(arguments.get(1), TextLiteralContext.class)
                .filter(text -> text.getSourceInterval().equals(arguments.get(1).getSourceInterval()))
                .map(literals::text)
                .filter(pattern -> COMMON_PATTERN.matcher(pattern).matches())
                .isPresent();
        if (!known) {
            throw new UntranslatableException(
                    "a regular expression that the target may understand in another way", call);
        }
        boolean exact = columns.stream()
                .anyMatch(column -> TEXTS.contains(column.type())
                        && foldingCollation(column).isEmpty());
        return exact ? "textregexeq" : "texticregexeq";
    }
}
