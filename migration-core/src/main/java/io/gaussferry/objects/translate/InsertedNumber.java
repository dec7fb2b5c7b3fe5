package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * LAST_INSERT_ID() after the insertion of one row. MySQL returns the number of that row; the target's function returns the last number of all,
 * which may be that of a row that a trigger has inserted.
 */
final class InsertedNumber {

    private static final String FUNCTION = "last_insert_id";

    private InsertedNumber() {}

    /** Returns whether a body reads the number. */
    static boolean isUsed(ParserRuleContext body) {
        return ParseTrees.all(body, FunctionCallContext.class).stream().anyMatch(InsertedNumber::is);
    }

    /** Returns whether a call reads the number. */
    static boolean is(FunctionCallContext call) {
        return call.getStart().getText().equalsIgnoreCase(FUNCTION)
                && ValueTypes.arguments(call).isEmpty();
    }

    /** Returns the column with the number if a statement inserts one row, for which the server chooses it; otherwise empty. */
    static Optional<String> column(InsertStatementContext insert, Optional<String> numbered) {
        List<String> named = insert.updateList() != null
                ? insert.updateList().updateElement().stream()
                        .map(element -> name(element.columnRef()))
                        .toList()
                : insert.insertFromConstructor() != null
                                && insert.insertFromConstructor().fields() != null
                        ? insert.insertFromConstructor().fields().insertIdentifier().stream()
                                .map(InsertedNumber::name)
                                .toList()
                        : List.of();
        boolean isOneRow = insert.updateList() != null
                || insert.insertFromConstructor() != null
                        && insert.insertFromConstructor()
                                        .insertValues()
                                        .valueList()
                                        .values()
                                        .size()
                                == 1;
        return numbered.filter(column -> isOneRow
                && insert.IGNORE_SYMBOL() == null
                && insert.insertUpdateList() == null
                && !named.isEmpty()
                && named.stream().noneMatch(column::equalsIgnoreCase));
    }

    private static String name(ParserRuleContext written) {
        String text = written.getText();
        return Names.unquote(text.substring(text.lastIndexOf('.') + 1));
    }
}
