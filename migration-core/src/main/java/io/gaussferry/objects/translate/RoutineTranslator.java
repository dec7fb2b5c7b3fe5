package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.target.TargetDialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Translates functions and procedures. */
final class RoutineTranslator {

    private final TargetDialect dialect;
    private final boolean strictCallers;

    /** @param strictCallers whether the sessions that call routines refuse arguments that do not fit */
    RoutineTranslator(TargetDialect dialect, boolean strictCallers) {
        this.dialect = dialect;
        this.strictCallers = strictCallers;
    }

    Translated function(Routine routine, CreateFunctionContext create) throws SQLException {
        routine.result = routine.type(
                create.typeWithOptCollate().dataType(),
                create.typeWithOptCollate().collate());
        ParameterWriter parameters = new ParameterWriter(routine, strictCallers);
        for (FunctionParameterContext parameter : create.functionParameter()) {
            parameters.add(parameter, Parameter.Mode.IN);
        }
        String result = routine.locals.temporary();
        String type = routine.result.target();
        BodyWriter body = body(routine, create.storedRoutineBody(), result);
        TableId name = routine.names.target(routine.object.name());
        String definition = "CREATE FUNCTION " + Identifiers.quoteTarget(name) + "(" + parameters.signature()
                + ") RETURNS " + type + security(routine, create.routineCreateOption()) + " AS "
                + Identifiers.dollarQuoted(parameters.body(body, result + " " + type)) + " LANGUAGE plpgsql";
        List<String> statements = new ArrayList<>(List.of(definition));
        statements.addAll(RoutineSettings.statements(routine, "FUNCTION", name, parameters.parameters()));
        return TranslatedObjects.of(
                routine,
                name,
                statements,
                List.of("DROP FUNCTION IF EXISTS " + Identifiers.quoteTarget(name)),
                parameters.parameters(),
                false);
    }

    Translated procedure(Routine routine, CreateProcedureContext create) throws SQLException {
        ParameterWriter parameters = new ParameterWriter(routine, strictCallers);
        for (ProcedureParameterContext parameter : create.procedureParameter()) {
            parameters.add(
                    parameter.functionParameter(),
                    parameter.type == null
                            ? Parameter.Mode.IN
                            : Parameter.Mode.valueOf(parameter.type.getText().toUpperCase(Locale.ROOT)));
        }
        BodyWriter body = body(routine, create.storedRoutineBody(), null);
        TableId name = routine.names.target(routine.object.name());
        String security = security(routine, create.routineCreateOption());
        if (!body.rows().isEmpty()) {
            return returningRows(routine, create, name, parameters, body, security);
        }
        String quoted = Identifiers.quoteTarget(name);
        List<String> statements = new ArrayList<>();
        statements.add(dialect.storedCode()
                .createProcedure(
                        quoted,
                        parameters.signature(),
                        !security.isEmpty(),
                        routine.rewrites.commits(),
                        forAllModes(routine, parameters.body(body, null))));
        statements.addAll(RoutineSettings.statements(routine, "PROCEDURE", name, parameters.parameters()));
        return TranslatedObjects.of(
                routine,
                name,
                statements,
                List.of("DROP PROCEDURE IF EXISTS " + quoted),
                parameters.parameters(),
                false);
    }

    /**
     * Writes names in backquotes where a procedure cannot have settings, because it commits: sessions of the application may read double
     * quotes as strings. Capital letters of tables need the double quotes by default.
     */
    private static String forAllModes(Routine routine, String body) {
        boolean areLowerCase = routine.rewrites.relations().stream()
                .map(relation -> routine.names.target(relation).toString())
                .allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)));
        return routine.isDolphin() && routine.rewrites.commits() && areLowerCase && !body.contains("||")
                ? BackquotedNames.of(body)
                : body;
    }

    private static Translated returningRows(
            Routine routine,
            CreateProcedureContext create,
            TableId name,
            ParameterWriter parameters,
            BodyWriter body,
            String security)
            throws SQLException {
        if (parameters.parameters().stream()
                .anyMatch(parameter -> parameter.mode().returns())) {
            throw new UntranslatableException("a result set and OUT parameters", create);
        }
        if (routine.rewrites.commits()) {
            throw new UntranslatableException("a result set and COMMIT or ROLLBACK", create);
        }
        String type = Identifiers.quoteTarget(new TableId(name.schema(), "gf_rows_" + name.name()));
        String columns = body.rows().stream()
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(", "));
        String definition = "CREATE FUNCTION " + Identifiers.quoteTarget(name) + "(" + parameters.signature()
                + ") RETURNS SETOF " + type + security + " AS "
                + Identifiers.dollarQuoted(parameters.body(body, null)) + " LANGUAGE plpgsql";
        List<String> statements = new ArrayList<>(List.of("CREATE TYPE " + type + " AS (" + columns + ")", definition));
        statements.addAll(RoutineSettings.statements(routine, "FUNCTION", name, parameters.parameters()));
        return TranslatedObjects.of(
                routine,
                name,
                statements,
                List.of("DROP FUNCTION IF EXISTS " + Identifiers.quoteTarget(name), "DROP TYPE IF EXISTS " + type),
                parameters.parameters(),
                true);
    }

    private static BodyWriter body(Routine routine, StoredRoutineBodyContext tree, @Nullable String result) {
        if (tree.compoundStatement() == null) {
            throw new UntranslatableException("a body in another language than SQL", tree);
        }
        return BodyWriter.write(routine, tree.compoundStatement(), result);
    }

    private static String security(Routine routine, List<RoutineCreateOptionContext> options) {
        routine.rewrites.use(RewriteRule.SQL_SECURITY);
        boolean invoker = options.stream()
                .map(RoutineCreateOptionContext::routineOption)
                .anyMatch(option -> option != null
                        && option.SECURITY_SYMBOL() != null
                        && option.security.getText().equalsIgnoreCase("INVOKER"));
        return invoker ? "" : " SECURITY DEFINER";
    }
}
