package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Determines the types of expressions by their form, and by the types of the variables and columns in them. */
final class ValueTypes {

    /** Functions that return strings. */
    static final Set<String> OF_TEXT = Set.of(
            "concat",
            "concat_ws",
            "lower",
            "lcase",
            "upper",
            "ucase",
            "trim",
            "ltrim",
            "rtrim",
            "left",
            "right",
            "substr",
            "substring",
            "mid",
            "substring_index",
            "replace",
            "lpad",
            "rpad",
            "repeat",
            "reverse",
            "hex",
            "md5",
            "quote");

    /** Functions that return one of their arguments, from a position on. */
    private static final Set<String> OF_ARGUMENTS = Set.of("coalesce", "ifnull", "if", "nullif");

    private static final Set<MySqlType> OTHER_NUMBERS =
            Set.of(MySqlType.DECIMAL, MySqlType.FLOAT, MySqlType.DOUBLE, MySqlType.BIT, MySqlType.YEAR);

    private static final String TEXTS = "text|(var)?char\\(.*\\)";
    private static final String NUMBERS =
            "((tiny|small|medium|big)?int(eger)?|uint[1248]|numeric|decimal|float[48]?|real|double precision|year)(\\(.*\\))?";

    private final LocalNames variables;
    private final KnownNames names;
    private final Supplier<Collection<TableId>> tables;
    private final Supplier<DerivedTables> derived;
    /** The columns of derived tables whose expressions are examined at present. */
    private final Set<String> examined = new HashSet<>();

    /** The table of a trigger; null for other objects. */
    private @Nullable TableId triggered;

    /**
     * @param tables the tables of the present statement
     * @param derived the queries in its FROM clauses
     */
    ValueTypes(
            LocalNames variables,
            KnownNames names,
            Supplier<Collection<TableId>> tables,
            Supplier<DerivedTables> derived) {
        this.derived = derived;
        this.variables = variables;
        this.names = names;
        this.tables = tables;
    }

    /** Has NEW and OLD be rows of a table. */
    void ofTrigger(TableId table) {
        triggered = table;
    }

    /** Returns the tables that a column may be of. */
    private Collection<TableId> tables(String written) {
        String upper = written.toUpperCase(Locale.ROOT);
        if (triggered != null && (upper.startsWith("NEW.") || upper.startsWith("OLD."))) {
            return List.of(triggered);
        }
        Set<TableId> named = derived.get().named(written);
        return named.isEmpty() ? tables.get() : named;
    }

    /** Returns the type of an expression. */
    ValueType of(ParseTree tree) {
        if (tree instanceof TextLiteralContext || tree instanceof TextStringLiteralContext) {
            return ValueType.TEXT;
        }
        if (tree instanceof NumLiteralContext || tree instanceof BoolLiteralContext) {
            return ValueType.NUMBER;
        }
        if (tree instanceof NullLiteralContext) {
            return ValueType.NULL;
        }
        if (tree instanceof FieldIdentifierContext || tree instanceof SimpleIdentifierContext) {
            return ofName(tree.getText());
        }
        if (tree instanceof FunctionCallContext call) {
            return ofFunction(call.getStart().getText(), arguments(call));
        }
        if (tree instanceof RuntimeFunctionCallContext call) {
            List<ExprContext> listed = ParseTrees.all(call, ExprListContext.class).stream()
                    .findFirst()
                    .map(ExprListContext::expr)
                    .orElse(List.of());
            return ofFunction(call.getStart().getText(), call.expr().isEmpty() ? listed : call.expr());
        }
        if (tree instanceof SimpleExprConcatContext) {
            return ValueType.TEXT;
        }
        if (tree instanceof SimpleExprCollateContext collated) {
            return of(collated.simpleExpr());
        }
        if (tree instanceof SimpleExprCaseContext cases) {
            ValueType type = cases.elseExpression() == null
                    ? ValueType.NULL
                    : of(cases.elseExpression().expr());
            for (ThenExpressionContext then : cases.thenExpression()) {
                type = type.or(of(then.expr()));
            }
            return type;
        }
        if (tree instanceof BitExprContext bits && bits.op != null || Conditions.isBoolean(tree)) {
            return ValueType.NUMBER;
        }
        if (tree instanceof SimpleExprSubQueryContext query && query.EXISTS_SYMBOL() == null) {
            List<ValueType> columns = columns(query);
            return columns.size() == 1 ? columns.get(0) : ValueType.UNKNOWN;
        }
        if (tree instanceof SimpleExprListContext list
                && list.ROW_SYMBOL() == null
                && list.exprList().expr().size() == 1) {
            return of(list.exprList().expr(0));
        }
        return tree.getChildCount() == 1 ? of(tree.getChild(0)) : ValueType.UNKNOWN;
    }

    private ValueType ofFunction(String function, List<ExprContext> arguments) {
        String name = function.toLowerCase(Locale.ROOT);
        if (OF_TEXT.contains(name)) {
            return ValueType.TEXT;
        }
        if (!OF_ARGUMENTS.contains(name) || arguments.isEmpty()) {
            return ValueType.UNKNOWN;
        }
        if (name.equals("nullif")) {
            return of(arguments.get(0));
        }
        ValueType type = ValueType.NULL;
        for (ExprContext argument : arguments.subList(name.equals("if") ? 1 : 0, arguments.size())) {
            type = type.or(of(argument));
        }
        return type;
    }

    /** Returns the arguments of a function. */
    static List<ExprContext> arguments(FunctionCallContext call) {
        return call.udfExprList() != null
                ? call.udfExprList().udfExpr().stream()
                        .map(UdfExprContext::expr)
                        .toList()
                : call.exprList() != null ? call.exprList().expr() : List.of();
    }

    /**
     * Reads a property of a column of a derived table from its expression; empty if the name is no such column.
     *
     * @param ofExpression reads it from the expression
     * @param unknown the property of a column whose expression is not known
     * @param ofTable the property of a column of a table; a name without a qualifier may be either
     */
    private <T> Optional<T> ofDerived(
            String written, Function<ExprContext, T> ofExpression, T unknown, Supplier<T> ofTable) {
        if (examined.contains(written) || variable(written).isPresent()) {
            return Optional.empty();
        }
        Optional<DerivedTables.Column> column = derived.get().find(written);
        if (column.isEmpty()) {
            return Optional.empty();
        }
        ExprContext value = column.get().value();
        if (value == null) {
            return Optional.of(unknown);
        }
        examined.add(written);
        try {
            T found = ofExpression.apply(value);
            boolean isCertain = written.indexOf('.') >= 0
                    || !names.hasColumn(Names.unquote(written), tables.get())
                    || found.equals(ofTable.get());
            return Optional.of(isCertain ? found : unknown);
        } finally {
            examined.remove(written);
        }
    }

    /** Returns a property of the column that an expression consists of; the unknown one for another expression. */
    private static <T> T ofColumn(ExprContext value, Function<String, T> ofName, T unknown) {
        return Conditions.isName(value) ? ofName.apply(value.getText()) : unknown;
    }

    /** Returns the type of a variable or column. */
    private ValueType ofName(String written) {
        return ofDerived(written, this::of, ValueType.UNKNOWN, () -> ofName(written))
                .orElseGet(() -> ofNameOfTable(written));
    }

    private ValueType ofNameOfTable(String written) {
        Optional<LocalNames.Variable> variable = variable(written);
        if (variable.isPresent()) {
            VariableType declared = variable.get().declared();
            return declared.isEnum() ? ValueType.ENUM : ofTarget(declared.target());
        }
        ValueType type = ValueType.NULL;
        for (MySqlType column : columnTypes(written)) {
            type = type.or(of(column));
        }
        return type == ValueType.NULL ? ValueType.UNKNOWN : type;
    }

    /** Returns the type of values by the target's type of a variable. */
    ValueType ofTarget(String type) {
        return type.matches(TEXTS) ? ValueType.TEXT : type.matches(NUMBERS) ? ValueType.NUMBER : ValueType.UNKNOWN;
    }

    /** Returns the kind of an aggregate whose result depends on the order of the rows; empty for another. */
    Optional<UnorderedAggregate> unordered(SumExprContext sum) {
        if (sum.GROUP_CONCAT_SYMBOL() != null) {
            return sum.orderClause() == null ? Optional.of(UnorderedAggregate.CONCATENATION) : Optional.empty();
        }
        boolean adds = Set.of(
                        "sum", "avg", "std", "stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp")
                .contains(sum.getStart().getText().toLowerCase(Locale.ROOT));
        boolean isFloating =
                ParseTrees.all(sum, FieldIdentifierContext.class).stream().anyMatch(name -> isFloating(name.getText()))
                        || ParseTrees.all(sum, SimpleIdentifierContext.class).stream()
                                .anyMatch(name -> isFloating(name.getText()));
        return adds && isFloating ? Optional.of(UnorderedAggregate.FLOATING_SUM) : Optional.empty();
    }

    /** Returns whether a column or variable may be a floating-point number. */
    boolean isFloating(String name) {
        Optional<LocalNames.Variable> variable = variable(name);
        if (variable.isPresent()) {
            return variable.get().type().matches("float.*|double.*|real");
        }
        return ofDerived(name, value -> new FloatingNumbers(this).contains(value), false, () -> isFloating(name))
                .orElseGet(() -> columnTypes(name).stream()
                        .anyMatch(type -> type == MySqlType.DOUBLE || type == MySqlType.FLOAT));
    }

    /** Returns whether a column or variable may be a floating-point number of single precision. */
    boolean isSingle(String name) {
        return variable(name)
                .map(variable -> variable.type().matches("float4|float|real"))
                .orElseGet(() -> columnTypes(name).contains(MySqlType.FLOAT));
    }

    /** Returns the types of the columns of a query; empty if they are not all named. */
    List<ValueType> columns(ParserRuleContext query) {
        List<SelectItemContext> items = ParseTrees.first(query, SelectItemListContext.class)
                .filter(list -> list.MULT_OPERATOR() == null)
                .map(SelectItemListContext::selectItem)
                .orElse(List.of());
        return items.stream().allMatch(item -> item.expr() != null)
                ? items.stream().map(item -> of(item.expr())).toList()
                : List.of();
    }

    private static ValueType of(MySqlType type) {
        if (type.isText()) {
            return ValueType.TEXT;
        }
        if (type == MySqlType.ENUM || type == MySqlType.SET) {
            return type == MySqlType.ENUM ? ValueType.ENUM : ValueType.SET;
        }
        return type.isInteger() || OTHER_NUMBERS.contains(type) ? ValueType.NUMBER : ValueType.UNKNOWN;
    }

    /** Returns the possible types of a column. */
    Set<MySqlType> columnTypes(String written) {
        String column = Names.unquote(written.substring(written.lastIndexOf('.') + 1));
        return ofDerived(
                        written,
                        value -> ofColumn(value, this::columnTypes, Set.<MySqlType>of()),
                        Set.<MySqlType>of(),
                        () -> columnTypes(written))
                .orElseGet(() -> names.types(column, tables(written)));
    }

    /** Returns whether an expression may be a binary string, or a value that is none. */
    boolean isBinary(ParserRuleContext tree) {
        List<ParserRuleContext> columns = new ArrayList<>(ParseTrees.all(tree, FieldIdentifierContext.class));
        columns.addAll(ParseTrees.all(tree, SimpleIdentifierContext.class));
        return columns.stream()
                .filter(name -> variable(name.getText()).isEmpty())
                .flatMap(name -> columnTypes(name.getText()).stream())
                .anyMatch(MySqlType::isBytes);
    }

    /** Returns the definitions that a column may have. */
    Set<ColumnDefinition> definitions(String written) {
        String column = Names.unquote(written.substring(written.lastIndexOf('.') + 1));
        return ofDerived(
                        written,
                        value -> ofColumn(value, this::definitions, Set.<ColumnDefinition>of()),
                        Set.<ColumnDefinition>of(),
                        () -> definitions(written))
                .orElseGet(() -> names.definitions(column, tables(written)));
    }

    /** Returns the collations that a column may have. */
    Set<String> collations(String written) {
        String column = Names.unquote(written.substring(written.lastIndexOf('.') + 1));
        return ofDerived(written, this::collationsOfAll, Set.<String>of(), () -> collations(written))
                .orElseGet(() -> names.collations(column, tables(written)));
    }

    private Set<String> collationsOfAll(ParserRuleContext tree) {
        List<ParserRuleContext> columns = new ArrayList<>(ParseTrees.all(tree, FieldIdentifierContext.class));
        columns.addAll(ParseTrees.all(tree, SimpleIdentifierContext.class));
        return columns.stream()
                .filter(name -> variable(name.getText()).isEmpty())
                .flatMap(name -> collations(name.getText()).stream())
                .collect(Collectors.toSet());
    }

    /** Returns the members of a column of type ENUM; empty if it may be another column. */
    Optional<List<String>> members(String written) {
        String column = Names.unquote(written.substring(written.lastIndexOf('.') + 1));
        if (variable(written).isPresent()) {
            return Optional.empty();
        }
        return ofDerived(
                        written,
                        value -> ofColumn(value, this::members, Optional.<List<String>>empty()),
                        Optional.<List<String>>empty(),
                        () -> members(written))
                .orElseGet(() -> names.members(column, tables(written)));
    }

    /** Returns the members of an ENUM column of one of some tables; empty if they differ. */
    Optional<List<String>> members(String written, Collection<TableId> of) {
        return names.members(Names.unquote(written.substring(written.lastIndexOf('.') + 1)), of);
    }

    /** Returns the definitions that a column of one of some tables may have. */
    Set<ColumnDefinition> definitions(String written, Collection<TableId> of) {
        return names.definitions(Names.unquote(written.substring(written.lastIndexOf('.') + 1)), of);
    }

    /** Returns the variable that a name without a qualifier refers to. */
    Optional<LocalNames.Variable> variable(String written) {
        return written.indexOf('.') < 0 ? variables.find(Names.unquote(written)) : Optional.empty();
    }

    /** Returns whether an expression depends on a column or a query, whose collation decides. */
    boolean hasColumn(ParserRuleContext tree) {
        return !ParseTrees.all(tree, SubqueryContext.class).isEmpty()
                || ParseTrees.all(tree, FieldIdentifierContext.class).stream()
                        .anyMatch(name -> variable(name.getText()).isEmpty())
                || ParseTrees.all(tree, SimpleIdentifierContext.class).stream()
                        .anyMatch(name -> variable(name.getText()).isEmpty());
    }
}
