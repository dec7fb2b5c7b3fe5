package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.SourceObject.ViewColumn;
import io.gaussferry.objects.translate.Translation.Refused;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.type.TargetTypes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/** Translates one object after another. Changes nothing on the target. */
public final class ObjectTranslator {

    private static final String UNREADABLE =
            "the source does not show its definition: grant SHOW_ROUTINE (8.0.20 or later) or SELECT on mysql.proc, SHOW VIEW,"
                    + " TRIGGER and EVENT to the account; a view may also refer to a missing table";

    private final KnownNames names;
    private final TargetDialect dialect;
    private final RowTypes rowTypes;
    private final int serverVersion;

    /**
     * @param names the names of both sides
     * @param dialect of the target
     * @param rowTypes the columns of queries on the target
     * @param serverVersion of the source, such as 80033
     */
    public ObjectTranslator(KnownNames names, TargetDialect dialect, RowTypes rowTypes, int serverVersion) {
        this.names = names;
        this.dialect = dialect;
        this.rowTypes = rowTypes;
        this.serverVersion = serverVersion;
    }

    /** Translates an object. */
    public Translation translate(SourceObject object) throws SQLException {
        if (object.sql() == null) {
            return new Refused(object, UNREADABLE);
        }
        StatementContext context = context(object, object.sql());
        try {
            ParsedSql sql = StatementParser.tree(context);
            CreateStatementContext create =
                    Objects.requireNonNull(sql.query().simpleStatement().createStatement(), "no CREATE statement");
            Routine routine = new Routine(object, context, sql.tokens(), names, dialect.profile(), rowTypes);
            routine.compared = ComparedLiterals.of(create, routine.literals);
            return switch (object.kind()) {
                case VIEW -> view(routine, create.createView());
                case FUNCTION -> function(routine, create.createFunction());
                case PROCEDURE -> procedure(routine, create.createProcedure());
                case TRIGGER -> trigger(routine, create.createTrigger());
                case EVENT -> event(routine, create.createEvent());
            };
        } catch (UntranslatableException e) {
            return new Refused(object, String.valueOf(e.getMessage()));
        } catch (ParseCancellationException e) {
            return new Refused(object, "not understood: " + e.getMessage());
        }
    }

    private StatementContext context(SourceObject object, String sql) {
        return StatementContext.ofStored(object.name().schema(), sql, object.sqlMode(), serverVersion);
    }

    private static Translated translated(
            Routine routine,
            TableId name,
            List<String> statements,
            List<String> undo,
            List<Parameter> parameters,
            boolean returnsRows) {
        return translated(routine, name, statements, undo, parameters, returnsRows, List.of());
    }

    private static Translated translated(
            Routine routine,
            TableId name,
            List<String> statements,
            List<String> undo,
            List<Parameter> parameters,
            boolean returnsRows,
            List<String> plainBody) {
        Rewrites rewrites = routine.rewrites;
        return new Translated(
                routine.object,
                name,
                statements,
                undo,
                rewrites.rules(),
                rewrites.relations(),
                rewrites.routines(),
                parameters,
                returnsRows,
                rewrites.writes(),
                rewrites.controlsTransactions(),
                rewrites.varying(),
                routine.compared,
                plainBody);
    }

    // views

    private Translated view(Routine routine, CreateViewContext create) {
        ViewQueryBlockContext block = create.viewTail().viewQueryBlock();
        Set<Integer> converted = new TreeSet<>();
        List<ViewColumn> columns = routine.object.columns();
        for (QuerySpecificationContext query : topQueries(block)) {
            List<SelectItemContext> items = query.selectItemList().selectItem();
            for (int i = 0; i < items.size() && i < columns.size(); i++) {
                ExprContext value = items.get(i).expr();
                if (value != null && !Conditions.isName(value) && items.size() == columns.size()) {
                    String type = viewType(columns.get(i), value);
                    if (type != null) {
                        routine.sql.convert(value, type);
                        converted.add(i);
                    }
                }
            }
        }
        if (!converted.isEmpty()) {
            routine.rewrites.use(RewriteRule.VIEW_TYPES);
        }
        String query = routine.sql.write(block.queryExpressionWithOptLockingClauses());
        String check = "";
        if (block.viewCheckOption() != null) {
            check = " WITH " + (block.viewCheckOption().LOCAL_SYMBOL() != null ? "LOCAL" : "CASCADED")
                    + " CHECK OPTION";
        }
        if (create.viewSuid() != null) {
            routine.rewrites.use(RewriteRule.SQL_SECURITY);
        }
        TableId name = names.target(routine.object.name());
        String list = columns.stream()
                .map(column -> Identifiers.quoteTarget(column.name()))
                .collect(Collectors.joining(", "));
        String quoted = Identifiers.quoteTarget(name);
        return translated(
                routine,
                name,
                List.of("CREATE VIEW " + quoted + " (" + list + ") AS " + query + check),
                List.of("DROP VIEW IF EXISTS " + quoted),
                List.of(),
                false);
    }

    /** Returns the queries whose rows are the view's: one, or those of a UNION. */
    private static List<QuerySpecificationContext> topQueries(ViewQueryBlockContext block) {
        return ParseTrees.all(block, QuerySpecificationContext.class).stream()
                .filter(query -> !isInSubquery(query))
                .toList();
    }

    private static boolean isInSubquery(ParserRuleContext tree) {
        for (ParserRuleContext at = tree; at != null; at = at.getParent()) {
            if (at instanceof SubqueryContext || at instanceof CommonTableExpressionContext) {
                return true;
            }
        }
        return false;
    }

    /** Returns the type to which a computed column is converted; null for none. */
    private static @Nullable String viewType(ViewColumn column, ExprContext value) {
        if (column.type().equals("decimal")) {
            return "decimal(" + column.precision() + "," + column.scale() + ")";
        }
        return Conditions.isBoolean(value) && column.type().endsWith("int") ? "int" : null;
    }

    // routines

    private Translated function(Routine routine, CreateFunctionContext create) throws SQLException {
        String type = routine.type(create.typeWithOptCollate().dataType());
        List<Parameter> parameters = new ArrayList<>();
        List<String> signature = new ArrayList<>();
        List<String> declarations = new ArrayList<>();
        for (FunctionParameterContext parameter : create.functionParameter()) {
            add(routine, parameter, Parameter.Mode.IN, parameters, signature, declarations);
        }
        String result = routine.locals.temporary();
        routine.result = type;
        declarations.add(result + " " + type);
        BodyWriter body = body(routine, create.storedRoutineBody(), result);
        TableId name = names.target(routine.object.name());
        declarations.addAll(body.temporaries());
        String definition = "CREATE FUNCTION " + Identifiers.quoteTarget(name) + "(" + String.join(", ", signature)
                + ") RETURNS " + type + security(routine, create.routineCreateOption()) + " AS "
                + Identifiers.dollarQuoted(plpgsql(declarations, body.text(), List.of())) + " LANGUAGE plpgsql";
        List<String> statements = new ArrayList<>(List.of(definition));
        statements.addAll(settings(routine, "FUNCTION", name, parameters));
        return translated(
                routine,
                name,
                statements,
                List.of("DROP FUNCTION IF EXISTS " + Identifiers.quoteTarget(name)),
                parameters,
                false);
    }

    private Translated procedure(Routine routine, CreateProcedureContext create) throws SQLException {
        List<Parameter> parameters = new ArrayList<>();
        List<String> signature = new ArrayList<>();
        List<String> declarations = new ArrayList<>();
        List<String> results = new ArrayList<>();
        for (ProcedureParameterContext parameter : create.procedureParameter()) {
            Parameter.Mode mode = parameter.type == null
                    ? Parameter.Mode.IN
                    : Parameter.Mode.valueOf(parameter.type.getText().toUpperCase(Locale.ROOT));
            String outer = add(routine, parameter.functionParameter(), mode, parameters, signature, declarations);
            if (mode.returns()) {
                String inner = routine.locals
                        .find(Names.of(
                                parameter.functionParameter().parameterName().identifier()))
                        .orElseThrow()
                        .reference();
                results.add(outer + " := " + inner + ";");
            }
        }
        BodyWriter body = body(routine, create.storedRoutineBody(), null);
        declarations.addAll(body.temporaries());
        TableId name = names.target(routine.object.name());
        String security = security(routine, create.routineCreateOption());
        if (!body.rows().isEmpty()) {
            return returningRows(routine, create, name, parameters, signature, declarations, body, security);
        }
        return procedure(routine, name, parameters, signature, plpgsql(declarations, body.text(), results), security);
    }

    private Translated procedure(
            Routine routine,
            TableId name,
            List<Parameter> parameters,
            List<String> signature,
            String body,
            String security) {
        String quoted = Identifiers.quoteTarget(name);
        List<String> statements =
                new ArrayList<>(List.of(createProcedure(routine, name, signature, body, !security.isEmpty())));
        statements.addAll(settings(routine, "PROCEDURE", name, parameters));
        return translated(routine, name, statements, List.of("DROP PROCEDURE IF EXISTS " + quoted), parameters, false);
    }

    private String createProcedure(
            Routine routine, TableId name, List<String> signature, String body, boolean asOwner) {
        return dialect.storedCode()
                .createProcedure(
                        Identifiers.quoteTarget(name),
                        String.join(", ", signature),
                        asOwner,
                        routine.rewrites.commits(),
                        body);
    }

    private Translated returningRows(
            Routine routine,
            CreateProcedureContext create,
            TableId name,
            List<Parameter> parameters,
            List<String> signature,
            List<String> declarations,
            BodyWriter body,
            String security)
            throws SQLException {
        if (parameters.stream().anyMatch(parameter -> parameter.mode().returns())) {
            throw new UntranslatableException("a result set and OUT parameters", create);
        }
        if (routine.rewrites.commits()) {
            throw new UntranslatableException("a result set and COMMIT or ROLLBACK", create);
        }
        String type = Identifiers.quoteTarget(new TableId(name.schema(), "gf_rows_" + name.name()));
        String columns = body.rows().stream()
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(", "));
        String definition = "CREATE FUNCTION " + Identifiers.quoteTarget(name) + "(" + String.join(", ", signature)
                + ") RETURNS SETOF " + type + security + " AS "
                + Identifiers.dollarQuoted(plpgsql(declarations, body.text(), List.of()))
                + " LANGUAGE plpgsql";
        List<String> statements = new ArrayList<>(List.of("CREATE TYPE " + type + " AS (" + columns + ")", definition));
        statements.addAll(settings(routine, "FUNCTION", name, parameters));
        return translated(
                routine,
                name,
                statements,
                List.of("DROP FUNCTION IF EXISTS " + Identifiers.quoteTarget(name), "DROP TYPE IF EXISTS " + type),
                parameters,
                true);
    }

    /**
     * Adds a parameter; returns its name on the target. The body uses a variable with the declared type: the target ignores the length and
     * scale of parameters, and does not assign to them.
     */
    private static String add(
            Routine routine,
            FunctionParameterContext tree,
            Parameter.Mode mode,
            List<Parameter> parameters,
            List<String> signature,
            List<String> declarations) {
        String name = Names.of(tree.parameterName().identifier());
        DataTypeContext dataType = tree.typeWithOptCollate().dataType();
        String type = routine.type(dataType);
        if (tree.typeWithOptCollate().collate() != null) {
            routine.rewrites.use(RewriteRule.COLLATION);
        }
        routine.rewrites.use(RewriteRule.DECLARED_TYPES);
        String outer = routine.locals.unused(name);
        String inner = routine.locals.declare(name, type).reference();
        declarations.add(
                inner + " " + type + (mode == Parameter.Mode.OUT ? "" : " DEFAULT " + routine.fitted(outer, type)));
        signature.add((routine.isFunction() ? "" : mode + " ") + outer + " " + type);
        parameters.add(new Parameter(name, mode, routine.column(dataType), type));
        return outer;
    }

    private static BodyWriter body(Routine routine, StoredRoutineBodyContext tree, @Nullable String result) {
        if (tree.compoundStatement() == null) {
            throw new UntranslatableException("a body in another language than SQL", tree);
        }
        return BodyWriter.write(routine, tree.compoundStatement(), result);
    }

    private static String plpgsql(List<String> declarations, String body, List<String> results) {
        StringBuilder text = new StringBuilder();
        if (!declarations.isEmpty()) {
            text.append("DECLARE\n");
            declarations.forEach(
                    declaration -> text.append("  ").append(declaration).append(";\n"));
        }
        text.append("BEGIN\n").append(body);
        results.forEach(result -> text.append("  ").append(result).append('\n'));
        return text.append("END").toString();
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

    /** Returns the statements that give a routine its settings. openGauss refuses COMMIT in a routine with settings. */
    private List<String> settings(Routine routine, String kind, TableId name, List<Parameter> parameters) {
        if (!TargetTypes.isDolphin(dialect.profile())) {
            return List.of();
        }
        boolean variables = routine.rewrites.uses(RewriteRule.USER_VARIABLES);
        if (routine.rewrites.commits()) {
            if (variables) {
                throw new UntranslatableException("user variables and COMMIT or ROLLBACK", routine.start());
            }
            return List.of();
        }
        String arguments = parameters.stream()
                .filter(parameter -> parameter.mode() != Parameter.Mode.OUT)
                .map(parameter -> parameter.type().replaceFirst("\\(.*\\)", ""))
                .collect(Collectors.joining(", "));
        String alter = "ALTER " + kind + " " + Identifiers.quoteTarget(name) + "(" + arguments + ") SET ";
        List<String> statements = new ArrayList<>();
        statements.add(alter + "dolphin.sql_mode = '" + dolphinModes(routine) + "'");
        routine.rewrites.use(RewriteRule.SQL_MODE);
        if (variables) {
            statements.add(alter + "enable_set_variable_b_format = on");
        }
        return statements;
    }

    private static String dolphinModes(Routine routine) {
        return (routine.context.isStrict() ? "sql_mode_strict," : "") + "pipes_as_concat,ansi_quotes";
    }

    // triggers and events

    private Translated trigger(Routine routine, CreateTriggerContext create) {
        BodyWriter body = BodyWriter.write(routine, create.compoundStatement(), null);
        routine.rewrites.use(RewriteRule.TRIGGER_FUNCTION);
        TableId table = names.target(Objects.requireNonNull(routine.object.table()));
        int order = routine.object.order();
        String name = (order == 0 ? "" : String.format(Locale.ROOT, "%02d_", order))
                + routine.object.name().name();
        TableId function = new TableId(
                table.schema(), "gf_trigger_" + routine.object.name().name());
        String row = create.event.getText().equalsIgnoreCase("DELETE") ? "OLD" : "NEW";
        String returned = create.timing.getText().equalsIgnoreCase("BEFORE") ? row : "NULL";
        String quoted = Identifiers.quoteTarget(function);
        List<String> statements = new ArrayList<>();
        statements.add("CREATE FUNCTION " + quoted + "() RETURNS trigger SECURITY DEFINER AS "
                + Identifiers.dollarQuoted(
                        plpgsql(body.temporaries(), body.text(), List.of("RETURN " + returned + ";")))
                + " LANGUAGE plpgsql");
        statements.addAll(settings(routine, "FUNCTION", function, List.of()));
        String on = " ON " + Identifiers.quoteTarget(table);
        statements.add("CREATE TRIGGER " + Identifiers.quoteTarget(name) + " "
                + create.timing.getText().toUpperCase(Locale.ROOT) + " "
                + create.event.getText().toUpperCase(Locale.ROOT) + on + " FOR EACH ROW EXECUTE PROCEDURE " + quoted
                + "()");
        routine.rewrites.refersToRelation(routine.object.table());
        return translated(
                routine,
                new TableId(table.schema(), name),
                statements,
                List.of(
                        "DROP TRIGGER IF EXISTS " + Identifiers.quoteTarget(name) + on,
                        "DROP FUNCTION IF EXISTS " + quoted + "()"),
                List.of(),
                false);
    }

    private Translated event(Routine routine, CreateEventContext create) {
        if (!dialect.storedCode().hasEvents()) {
            throw new UntranslatableException("an event, which the target does not have", create);
        }
        BodyWriter body = BodyWriter.write(routine, create.compoundStatement(), null);
        routine.rewrites.use(RewriteRule.EVENT_PROCEDURE);
        TableId name = names.target(routine.object.name());
        TableId procedure = Translated.bodyProcedure(name);
        List<String> statements = new ArrayList<>(List.of(createProcedure(
                routine, procedure, List.of(), plpgsql(body.temporaries(), body.text(), List.of()), true)));
        statements.addAll(settings(routine, "PROCEDURE", procedure, List.of()));
        String completion = create.PRESERVE_SYMBOL() == null
                ? ""
                : " ON COMPLETION " + (create.NOT_SYMBOL() == null ? "" : "NOT ") + "PRESERVE";
        String comment = create.textLiteral() == null
                ? ""
                : " COMMENT " + Identifiers.literal(routine.literals.text(create.textLiteral()));
        String quoted = Identifiers.quoteTarget(name);
        statements.add("CREATE EVENT " + quoted + " ON SCHEDULE " + EventSchedules.write(create.schedule(), routine)
                + completion + " DISABLE" + comment + " DO CALL " + Identifiers.quoteTarget(procedure) + "()");
        return translated(
                routine,
                name,
                statements,
                List.of(
                        "DROP EVENT IF EXISTS " + quoted,
                        "DROP PROCEDURE IF EXISTS " + Identifiers.quoteTarget(procedure)),
                List.of(),
                false,
                PlainBody.statements(create.compoundStatement()));
    }
}
