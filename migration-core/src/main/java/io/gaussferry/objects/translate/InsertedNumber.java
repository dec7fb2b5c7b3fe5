package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.source.ObjectKind;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * LAST_INSERT_ID() after triggers and functions. MySQL restores its value at their end; on the target it would be the number of a row that the
 * trigger has inserted. Measured on openGauss 6.0.2: dolphin's function is otherwise equal, with an argument, too.
 */
final class InsertedNumber {

    /** The present value. */
    static final String VALUE = "last_insert_id()";

    private static final Set<ObjectKind> RESTORING = Set.of(ObjectKind.TRIGGER, ObjectKind.FUNCTION);

    private InsertedNumber() {}

    /** Returns whether a body may change the value, which the caller must not see. */
    static boolean isChanged(ObjectKind kind, ParserRuleContext body) {
        return RESTORING.contains(kind)
                && (!ParseTrees.all(body, InsertStatementContext.class).isEmpty()
                        || !ParseTrees.all(body, ReplaceStatementContext.class).isEmpty()
                        || !ParseTrees.all(body, CallStatementContext.class).isEmpty()
                        || ParseTrees.all(body, FunctionCallContext.class).stream()
                                .anyMatch(InsertedNumber::assigns));
    }

    /** Returns whether a call sets the value. */
    private static boolean assigns(FunctionCallContext call) {
        return call.getStart().getText().equalsIgnoreCase("last_insert_id")
                && !ValueTypes.arguments(call).isEmpty();
    }

    /** Returns the statement that restores the value in a variable. */
    static String restore(String variable) {
        return "PERFORM last_insert_id(" + variable + ");";
    }
}
