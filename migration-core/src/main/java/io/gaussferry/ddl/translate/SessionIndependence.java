package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.opengauss.definition.ExpressionTokens;
import io.gaussferry.opengauss.definition.ExpressionTokens.Kind;
import io.gaussferry.opengauss.definition.ExpressionTokens.Token;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.GeneratedColumns;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Distinguishes generated columns whose value depends only on the row from those that a session's settings may change:
 * {@code time_zone}, {@code sql_mode}, {@code lc_time_names}, {@code div_precision_increment}, {@code
 * collation_connection}. Functions and types that are not listed count among the latter.
 */
final class SessionIndependence {

    /** Words whose meaning is independent of settings, as MySQL prints them. */
    private static final Set<String> PLAIN = Set.of(
            "and",
            "or",
            "xor",
            "not",
            "is",
            "null",
            "true",
            "false",
            "if",
            "ifnull",
            "isnull",
            "coalesce",
            "lower",
            "upper",
            "trim",
            "ltrim",
            "rtrim",
            "left",
            "right",
            "substr",
            "reverse",
            "lpad",
            "rpad",
            "length",
            "char_length",
            "bit_length",
            "octet_length",
            "ascii",
            "ord",
            "hex",
            "unhex",
            "md5",
            "sha",
            "sha2",
            "abs",
            "sign",
            "floor",
            "ceiling",
            "mod",
            "round",
            "truncate",
            "cast",
            "as",
            "signed",
            "json_extract",
            "json_unquote",
            "json_contains",
            "json_length",
            "json_type",
            "json_valid");

    /** Comparisons: the string form of a number has the collation of the session's connection. */
    private static final Set<String> COMPARING = Set.of(
            "like",
            "in",
            "between",
            "case",
            "when",
            "then",
            "else",
            "end",
            "nullif",
            "greatest",
            "least",
            "locate",
            "instr",
            "replace",
            "substring_index",
            "=",
            "<>",
            "<=>",
            "<",
            ">",
            "<=",
            ">=");

    private static final Set<String> JOINING = Set.of("concat", "concat_ws");

    /** Functions of dates: they depend on the session's {@code sql_mode} for strings and numbers, but not for a DATE or DATETIME. */
    private static final Set<String> TEMPORAL = Set.of(
            "date", "year", "month", "dayofmonth", "hour", "minute", "second", "quarter", "dayofweek", "dayofyear");

    private static final Set<String> SYMBOLS = Set.of("+", "-", "*", "(", ")", ",");

    private final TableDefinition table;
    private final GeneratedColumns generated;
    private final StatementContext context;

    SessionIndependence(TableDefinition table, StatementContext context) {
        this.table = table;
        this.generated = GeneratedColumns.of(table);
        this.context = context;
    }

    /** Returns whether a generated column's value is the same in every session. */
    boolean of(String column) {
        Set<String> bases = generated.bases(column);
        return hasNarrowConnection()
                && Stream.concat(bases.stream(), Stream.of(column)).allMatch(this::isIndependent);
    }

    private ColumnDefinition find(String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns whether the connection's character set has single-byte digits. The string form of a number is in the
     * connection's character set.
     */
    private boolean hasNarrowConnection() {
        String collation = context.connectionCollation();
        return collation == null
                || !(collation.startsWith("ucs2") || collation.startsWith("utf16") || collation.startsWith("utf32"));
    }

    private boolean isIndependent(String column) {
        String expression = table.extras().column(column).generation();
        if (expression == null) {
            return true;
        }
        Set<ColumnDefinition> bases =
                generated.bases(column).stream().map(this::find).collect(Collectors.toSet());
        ColumnDefinition computed = find(column);
        boolean dates = isDate(computed.type()) || bases.stream().anyMatch(base -> isDate(base.type()));
        boolean unsigned = bases.stream().anyMatch(ColumnDefinition::unsigned);
        Optional<List<Token>> tokens = ExpressionTokens.of(expression);
        return tokens.isPresent()
                && isStored(computed)
                && (dates
                        ? bases.stream().allMatch(base -> isDate(base.type()))
                        : bases.stream().allMatch(base -> ColumnType.of(base).isReadAlike()))
                && isPlain(tokens.get(), dates, unsigned);
    }

    private boolean isPlain(List<Token> tokens, boolean dates, boolean unsigned) {
        Set<String> words = IntStream.range(0, tokens.size())
                .filter(i -> isSyntax(tokens.get(i)) && !isColumn(tokens, i))
                .mapToObj(i -> tokens.get(i).text().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        boolean strings = tokens.stream().anyMatch(token -> token.kind() == Kind.STRING);
        boolean compares = words.stream().anyMatch(COMPARING::contains);
        boolean joins = words.stream().anyMatch(JOINING::contains);
        return words.stream().allMatch(word -> isKnown(word) || (dates && TEMPORAL.contains(word)))
                && !(compares && joins)
                && !(unsigned && words.contains("-"))
                && !(dates && strings);
    }

    private static boolean isSyntax(Token token) {
        return token.kind() == Kind.SYMBOL || token.kind() == Kind.WORD;
    }

    /**
     * Returns whether a word is a column. An expression in the statement's spelling may name a column without quotes. A
     * word before a parenthesis is a function, although a column may have its name.
     */
    private boolean isColumn(List<Token> tokens, int at) {
        String word = tokens.get(at).text();
        boolean isFunction = at + 1 < tokens.size() && tokens.get(at + 1).text().equals("(");
        return !isFunction
                && table.columns().stream().anyMatch(column -> column.name().equalsIgnoreCase(word));
    }

    private static boolean isKnown(String word) {
        return Stream.of(PLAIN, COMPARING, JOINING, SYMBOLS).anyMatch(known -> known.contains(word));
    }

    private static boolean isDate(MySqlType type) {
        return type == MySqlType.DATE || type == MySqlType.DATETIME;
    }

    /** Returns whether no setting changes how a value is stored. */
    private static boolean isStored(ColumnDefinition column) {
        return ColumnType.of(column).isReadAlike() || isDate(column.type()) || column.type() == MySqlType.CHAR;
    }
}
