package io.gaussferry.application;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertQueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.JoinedTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReplaceStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.WithClauseContext;
import io.gaussferry.application.rule.StatementTables;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ParseTrees;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a write changes: their number, or a query with one row for each of them, which the source executes instead of the write. Neither
 * is known where other rows count than those that the statement finds: with IGNORE, ON DUPLICATE KEY UPDATE, REPLACE, or several tables.
 *
 * @param inserted the table into which rows are inserted; empty for UPDATE and DELETE
 * @param number the number of rows that the statement itself contains
 * @param query the query
 */
record ExpectedRows(Optional<TableId> inserted, OptionalLong number, Optional<String> query) {

    /**
     * Returns the rows of an INSERT, UPDATE, DELETE or REPLACE; empty for another statement.
     *
     * @param database of names without one
     */
    static Optional<ExpectedRows> of(ParsedSql sql, String database) {
        SimpleStatementContext simple = sql.query().simpleStatement();
        if (simple == null) {
            return Optional.empty();
        }
        CommonTokenStream tokens = sql.tokens();
        if (simple.getChild(0) instanceof InsertStatementContext insert) {
            return Optional.of(ofInsert(insert, database, tokens));
        }
        if (simple.getChild(0) instanceof ReplaceStatementContext replace) {
            return Optional.of(
                    new ExpectedRows(table(replace.tableRef(), database), OptionalLong.empty(), Optional.empty()));
        }
        if (simple.getChild(0) instanceof UpdateStatementContext update) {
            return Optional.of(changed(ofUpdate(update, tokens)));
        }
        if (simple.getChild(0) instanceof DeleteStatementContext delete) {
            return Optional.of(changed(ofDelete(delete, tokens)));
        }
        return Optional.empty();
    }

    private static ExpectedRows changed(Optional<String> query) {
        return new ExpectedRows(Optional.empty(), OptionalLong.empty(), query);
    }

    private static Optional<TableId> table(TableRefContext name, String database) {
        Set<TableId> named = StatementTables.of(name, database);
        return named.stream().findFirst();
    }

    private static ExpectedRows ofInsert(InsertStatementContext insert, String database, CommonTokenStream tokens) {
        Optional<TableId> into = table(insert.tableRef(), database);
        InsertQueryExpressionContext selected = insert.insertQueryExpression();
        if (insert.IGNORE_SYMBOL() != null || insert.insertUpdateList() != null) {
            return new ExpectedRows(into, OptionalLong.empty(), Optional.empty());
        }
        if (selected == null) {
            long rows = insert.insertFromConstructor() == null
                    ? 1
                    : insert.insertFromConstructor()
                            .insertValues()
                            .valueList()
                            .OPEN_PAR_SYMBOL()
                            .size();
            return new ExpectedRows(into, OptionalLong.of(rows), Optional.empty());
        }
        ParserRuleContext query = firstOf(
                selected.queryExpression(),
                selected.queryExpressionParens(),
                selected.queryExpressionWithOptLockingClauses());
        return new ExpectedRows(
                into, OptionalLong.empty(), Optional.ofNullable(query).map(tree -> text(tree, tokens)));
    }

    private static @Nullable ParserRuleContext firstOf(@Nullable ParserRuleContext... trees) {
        return Arrays.stream(trees).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static Optional<String> ofUpdate(UpdateStatementContext update, CommonTokenStream tokens) {
        boolean isOfOneTable = update.tableReferenceList().tableReference().size() == 1
                && ParseTrees.all(update.tableReferenceList(), JoinedTableContext.class)
                        .isEmpty();
        if (!isOfOneTable || update.IGNORE_SYMBOL() != null) {
            return Optional.empty();
        }
        return Optional.of(found(
                update.withClause(),
                tokens,
                update.tableReferenceList(),
                update.whereClause(),
                update.orderClause(),
                update.simpleLimitClause()));
    }

    private static Optional<String> ofDelete(DeleteStatementContext delete, CommonTokenStream tokens) {
        boolean isIgnoring = delete.deleteStatementOption().stream()
                .anyMatch(option -> option.getText().equalsIgnoreCase("IGNORE"));
        if (delete.tableRef() == null || delete.partitionDelete() != null || isIgnoring) {
            return Optional.empty();
        }
        return Optional.of(found(
                delete.withClause(),
                tokens,
                delete.tableRef(),
                delete.tableAlias(),
                delete.whereClause(),
                delete.orderClause(),
                delete.simpleLimitClause()));
    }

    private static String found(
            @Nullable WithClauseContext with, CommonTokenStream tokens, @Nullable ParserRuleContext... parts) {
        String query = Arrays.stream(parts)
                .filter(Objects::nonNull)
                .map(part -> text(part, tokens))
                .collect(Collectors.joining(" ", "SELECT 1 FROM ", ""));
        return with == null ? query : text(with, tokens) + " " + query;
    }

    private static String text(ParserRuleContext tree, CommonTokenStream tokens) {
        return tokens.getText(tree.getSourceInterval());
    }
}
