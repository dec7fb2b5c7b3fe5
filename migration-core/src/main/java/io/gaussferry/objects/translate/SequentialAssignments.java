package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * The assignments of an UPDATE or of ON DUPLICATE KEY UPDATE. MySQL executes them from left to right, so that an expression sees the columns
 * that the statement has assigned before; the target's expressions all see the row as it was.
 */
final class SequentialAssignments {

    /** Of triggers, and of the proposed row of ON DUPLICATE KEY UPDATE. */
    private static final Set<String> ROWS = Set.of("new", "old");

    private final ValueTypes types;
    private final Function<ParserRuleContext, String> writer;
    /** The assigned values by column, in lower case; empty for one that cannot be repeated. */
    private final Map<String, Optional<String>> assigned = new HashMap<>();
    /** The tables of the assigned columns as they are written, in lower case; empty for a column without one. */
    private final Map<String, String> qualifiers = new HashMap<>();
    /** The values that replace names of columns. */
    private final Map<ParserRuleContext, String> replaced;

    private boolean isUsed;

    /**
     * @param replaced receives the values that replace names of columns; the writer uses them
     * @param writer writes an expression
     */
    SequentialAssignments(
            ValueTypes types, Map<ParserRuleContext, String> replaced, Function<ParserRuleContext, String> writer) {
        this.types = types;
        this.replaced = replaced;
        this.writer = writer;
    }

    /**
     * Returns whether assignments are those of INSERT VALUES with ON DUPLICATE KEY UPDATE, which openGauss executes one after another, as
     * MySQL does; those of INSERT SELECT it does not. Measured on openGauss 6.0.2.
     */
    static boolean isOfValues(UpdateListContext list) {
        return list.getParent() instanceof InsertUpdateListContext update
                && update.getParent() instanceof InsertStatementContext insert
                && insert.insertQueryExpression() == null;
    }

    /** Refuses VALUES() of a column that an earlier assignment has changed: there openGauss returns the assigned value. */
    void requireProposed(UpdateListContext list) {
        for (UpdateElementContext element : list.updateElement()) {
            List<ParserRuleContext> proposals = proposals(element);
            for (ParserRuleContext proposed : proposals) {
                if (names(proposed).stream().anyMatch(assigned::containsKey)) {
                    throw new UntranslatableException(
                            "VALUES() of a column after ON DUPLICATE KEY UPDATE has assigned it", proposed);
                }
            }
            boolean isItself = element.expr() != null
                    && proposals.stream()
                            .anyMatch(proposed -> proposed.getSourceInterval()
                                            .equals(element.expr().getSourceInterval())
                                    && names(proposed)
                                            .contains(name(element.columnRef().getText())));
            if (!isItself) {
                assigned.put(name(element.columnRef().getText()), Optional.empty());
            }
        }
    }

    /** Returns the calls of VALUES() in an assignment, and the columns of the inserted row's alias. */
    private static List<ParserRuleContext> proposals(UpdateElementContext element) {
        List<ParserRuleContext> proposals = new ArrayList<>(ProposedRow.fields(element));
        ParseTrees.all(element, RuntimeFunctionCallContext.class).stream()
                .filter(call -> call.VALUES_SYMBOL() != null)
                .forEach(proposals::add);
        return proposals;
    }

    /** Returns the columns that an expression names, in lower case. */
    private static List<String> names(ParserRuleContext expression) {
        List<ParserRuleContext> fields = new ArrayList<>(ParseTrees.all(expression, FieldIdentifierContext.class));
        fields.addAll(ParseTrees.all(expression, SimpleIdentifierContext.class));
        return fields.stream().map(field -> name(field.getText())).toList();
    }

    /** Finds the names of columns that an earlier assignment has changed. Returns whether there are any. */
    boolean replace(UpdateListContext list) {
        for (UpdateElementContext element : list.updateElement()) {
            String column = name(element.columnRef().getText());
            if (element.expr() == null) {
                // DEFAULT
                qualifiers.put(column, qualifier(element.columnRef().getText()));
                assigned.put(column, Optional.empty());
                continue;
            }
            for (FieldIdentifierContext field : ParseTrees.all(element.expr(), FieldIdentifierContext.class)) {
                replace(field);
            }
            for (SimpleIdentifierContext field : ParseTrees.all(element.expr(), SimpleIdentifierContext.class)) {
                replace(field);
            }
            qualifiers.put(column, qualifier(element.columnRef().getText()));
            assigned.put(column, value(element));
        }
        return isUsed;
    }

    private void replace(ParserRuleContext field) {
        Optional<String> value = assigned.get(name(field.getText()));
        boolean isProposed = isProposed(field);
        if (value == null
                || isProposed
                || isOfOther(field)
                || types.variable(field.getText()).isPresent()) {
            return;
        }
        isUsed = true;
        replaced.put(
                field,
                value.orElseThrow(() -> new UntranslatableException(
                        "an assignment that reads a column after the same UPDATE has assigned it", field)));
    }

    /** Returns whether a column is the argument of VALUES(). */
    private static boolean isProposed(ParserRuleContext field) {
        for (ParserRuleContext at = field; at != null; at = at.getParent()) {
            if (at instanceof SimpleExprValuesContext
                    || at instanceof RuntimeFunctionCallContext call && call.VALUES_SYMBOL() != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a column has the qualifier of another row than the assigned one: NEW or OLD of a trigger, another table of the
     * statement, or a table of a subquery around it.
     */
    private boolean isOfOther(ParserRuleContext field) {
        String qualifier = qualifier(field.getText());
        if (qualifier.isEmpty()) {
            return false;
        }
        String ofAssigned = qualifiers.getOrDefault(name(field.getText()), "");
        if (ROWS.contains(qualifier) || !ofAssigned.isEmpty() && !ofAssigned.equals(qualifier)) {
            return true;
        }
        for (ParserRuleContext outer = field.getParent(); outer != null; outer = outer.getParent()) {
            if (outer instanceof SubqueryContext && tables(outer).contains(qualifier)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the aliases of the tables in a query, or their names, in lower case. */
    private static Set<String> tables(ParserRuleContext query) {
        return ParseTrees.all(query, SingleTableContext.class).stream()
                .map(table -> name(
                        table.tableAlias() == null
                                ? table.tableRef().getText()
                                : table.tableAlias().identifier().getText()))
                .collect(Collectors.toSet());
    }

    /** Returns the value that the column has after an assignment, as SQL; empty if the conversion to its type is not known. */
    private Optional<String> value(UpdateElementContext element) {
        if (!ParseTrees.all(element.expr(), SubqueryContext.class).isEmpty()
                || ParseTrees.all(element.expr(), RuntimeFunctionCallContext.class).stream()
                        .anyMatch(call -> Functions.VARYING_KEYWORDS.contains(
                                call.getStart().getType()))
                || !ParseTrees.all(element.expr(), UserVariableContext.class).isEmpty()) {
            return Optional.empty();
        }
        List<String> converted = new ArrayList<>();
        for (ColumnDefinition column : types.definitions(element.columnRef().getText())) {
            converted.add(type(column).orElse(""));
        }
        return converted.size() == 1 && !converted.get(0).isEmpty()
                ? Optional.of("CAST((" + writer.apply(element.expr()) + ") AS " + converted.get(0) + ")")
                : Optional.empty();
    }

    private static Optional<String> type(ColumnDefinition column) {
        MySqlType type = column.type();
        if (type.isInteger() && !(type == MySqlType.BIGINT && column.unsigned())) {
            return Optional.of("bigint");
        }
        if (type == MySqlType.DECIMAL) {
            return Optional.of("numeric(" + column.precision() + "," + column.scale() + ")");
        }
        if (type == MySqlType.DATE) {
            return Optional.of("date");
        }
        return type == MySqlType.VARCHAR || type == MySqlType.TEXT ? Optional.of("text") : Optional.empty();
    }

    private static String qualifier(String written) {
        int dot = written.lastIndexOf('.');
        return dot < 0 ? "" : name(written.substring(0, dot));
    }

    private static String name(String written) {
        return Names.unquote(written.substring(written.lastIndexOf('.') + 1)).toLowerCase(Locale.ROOT);
    }
}
