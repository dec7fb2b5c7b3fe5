package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.schema.Identifiers;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes SIGNAL, RESIGNAL and GET DIAGNOSTICS. */
final class SignalWriter {

    private final Routine routine;
    private final SqlWriter sql;
    private final Rewrites rewrites;
    private final BodyText text;
    private final HandlerWriter handlers;
    private final VariableWriter variables;

    SignalWriter(Routine routine, BodyText text, HandlerWriter handlers, VariableWriter variables) {
        this.routine = routine;
        this.sql = routine.sql;
        this.rewrites = routine.rewrites;
        this.text = text;
        this.handlers = handlers;
        this.variables = variables;
    }

    void signal(SignalStatementContext signal) {
        rewrites.use(RewriteRule.SIGNALS);
        List<String> states = signal.sqlstate() != null
                ? List.of(routine.literals.text(signal.sqlstate().textLiteral()))
                : handlers.named(signal.identifier());
        String state = states.get(0);
        boolean isWarning = state.startsWith("01");
        if (state.startsWith("02") || isWarning && rewrites.uses(RewriteRule.WARNINGS)) {
            throw new UntranslatableException(
                    "SIGNAL of a warning or of NOT FOUND, for which a handler applies", signal);
        }
        raise(isWarning ? "WARNING" : "EXCEPTION", state, message(signal.signalInformationItem()));
    }

    void resignal(ResignalStatementContext signal) {
        if (!handlers.isInHandler()) {
            throw new UntranslatableException("RESIGNAL outside of a handler", signal);
        }
        rewrites.use(RewriteRule.SIGNALS);
        String message = message(signal.signalInformationItem());
        restoreNumber();
        if (signal.sqlstate() == null && signal.identifier() == null && message == null) {
            text.line("RAISE;");
            return;
        }
        String state = signal.sqlstate() != null
                ? Identifiers.literal(routine.literals.text(signal.sqlstate().textLiteral()))
                : signal.identifier() != null
                        ? Identifiers.literal(
                                handlers.named(signal.identifier()).get(0))
                        : "SQLSTATE";
        text.line("RAISE EXCEPTION USING ERRCODE = " + state + ", MESSAGE = " + (message == null ? "SQLERRM" : message)
                + ";");
    }

    private void raise(String level, String state, @Nullable String message) {
        if (level.equals("EXCEPTION")) {
            restoreNumber();
        }
        String shown = message == null ? "'Unhandled user-defined exception condition'" : message;
        handlers.guarded(
                "RAISE " + level + " USING ERRCODE = " + Identifiers.literal(state) + ", MESSAGE = " + shown + ";");
    }

    /** Restores LAST_INSERT_ID() before an error that ends the trigger or function. */
    private void restoreNumber() {
        if (routine.insertedNumber != null && handlers.isUncaught()) {
            text.line(InsertedNumber.restore(routine.insertedNumber));
        }
    }

    private @Nullable String message(List<SignalInformationItemContext> items) {
        String message = null;
        for (SignalInformationItemContext item : items) {
            if (item.signalInformationItemName().MESSAGE_TEXT_SYMBOL() != null) {
                message = signalled(item.signalAllowedExpr());
            }
        }
        return message;
    }

    private String signalled(SignalAllowedExprContext value) {
        if (value.qualifiedIdentifier() != null) {
            QualifiedIdentifierContext name = value.qualifiedIdentifier();
            if (name.dotIdentifier() == null) {
                return variables.variable(Names.of(name.identifier()), value).reference();
            }
            return Names.of(name.identifier()).toUpperCase(Locale.ROOT) + "."
                    + Identifiers.quoteTarget(
                            routine.names.column(Names.of(name.dotIdentifier().identifier()), List.of()));
        }
        return sql.write(value);
    }

    void diagnostics(GetDiagnosticsStatementContext diagnostics) {
        for (StatementInformationItemContext item : diagnostics.statementInformationItem()) {
            if (item.ROW_COUNT_SYMBOL() != null) {
                StatementRowCount.require(item, sql::isStored);
            }
            if (item.ROW_COUNT_SYMBOL() == null || item.identifier() == null) {
                throw new UntranslatableException("GET DIAGNOSTICS of the number of conditions", item);
            }
            text.line(variables.variable(Names.of(item.identifier()), item).reference() + " := " + routine.rowCount
                    + ";");
        }
        for (ConditionInformationItemContext item : diagnostics.conditionInformationItem()) {
            if (!handlers.isInHandler()) {
                throw new UntranslatableException("GET DIAGNOSTICS outside of a handler", item);
            }
            String value = item.RETURNED_SQLSTATE_SYMBOL() != null
                    ? "SQLSTATE"
                    : item.signalInformationItemName().MESSAGE_TEXT_SYMBOL() != null ? "SQLERRM" : "";
            if (value.isEmpty()) {
                throw new UntranslatableException(
                        item.signalInformationItemName().getText().toUpperCase(Locale.ROOT) + " of an error", item);
            }
            text.line(
                    item.userVariable() != null
                            ? variables.assignment(item.userVariable(), value, ValueType.TEXT)
                            : variables
                                            .variable(Names.of(item.identifier()), item)
                                            .reference() + " := " + value + ";");
        }
    }
}
