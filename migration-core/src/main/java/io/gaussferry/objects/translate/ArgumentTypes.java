package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionParameterContext;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * The types to which a caller must convert the arguments of a stored routine. The target converts numbers and strings itself, but does not
 * find a routine whose parameter is a date or time of another type.
 */
final class ArgumentTypes {

    /** Executes the version comments of all servers. */
    private static final int ANY_VERSION = 99_999;

    private ArgumentTypes() {}

    /** Returns a type for each parameter; empty for one that the target converts, or whose value the routine returns. */
    static List<String> of(SourceObject routine) {
        if (routine.sql() == null || routine.sql().isEmpty()) {
            return List.of();
        }
        try {
            ParsedSql sql = StatementParser.tree(StatementContext.ofStored(
                    routine.name().schema(), routine.sql(), routine.settings().modes(), ANY_VERSION));
            CreateStatementContext create =
                    Objects.requireNonNull(sql.query().simpleStatement().createStatement(), "no CREATE statement");
            List<String> types = new ArrayList<>();
            if (routine.kind() == ObjectKind.FUNCTION) {
                create.createFunction().functionParameter().forEach(parameter -> types.add(type(parameter)));
            } else {
                create.createProcedure()
                        .procedureParameter()
                        .forEach(parameter -> types.add(
                                parameter.type == null
                                                || parameter.type.getText().equalsIgnoreCase("IN")
                                        ? type(parameter.functionParameter())
                                        : ""));
            }
            return types;
        } catch (ParseCancellationException e) {
            return List.of();
        }
    }

    private static String type(FunctionParameterContext parameter) {
        String type =
                parameter.typeWithOptCollate().dataType().getStart().getText().toUpperCase(Locale.ROOT);
        return switch (type) {
            case "DATE" -> "date";
            case "DATETIME", "TIMESTAMP" -> "timestamp without time zone";
            default -> "";
        };
    }
}
