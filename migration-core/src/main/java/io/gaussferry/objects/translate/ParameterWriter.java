package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionParameterContext;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.schema.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parameters of a routine. The body uses a variable for each, with the declared type: the target ignores the length and scale of
 * parameters, and does not assign to them.
 */
final class ParameterWriter {

    private final Routine routine;
    private final boolean strictCallers;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<String> signature = new ArrayList<>();
    private final List<String> declarations = new ArrayList<>();
    private final List<String> checks = new ArrayList<>();
    private final List<String> results = new ArrayList<>();

    /** @param strictCallers whether MySQL refuses arguments that do not fit */
    ParameterWriter(Routine routine, boolean strictCallers) {
        this.routine = routine;
        this.strictCallers = strictCallers;
    }

    /** Adds a parameter. */
    void add(FunctionParameterContext tree, Parameter.Mode mode) {
        String name = Names.of(tree.parameterName().identifier());
        ColumnDefinition column = routine.column(tree.typeWithOptCollate().dataType());
        VariableType type = routine.type(
                tree.typeWithOptCollate().dataType(), tree.typeWithOptCollate().collate());
        routine.rewrites.use(RewriteRule.DECLARED_TYPES);
        String outer = routine.locals.unused(name);
        String inner = routine.locals.declare(name, type).reference();
        String signed = type.target();
        if (mode == Parameter.Mode.OUT) {
            declarations.add(inner + " " + type.target());
        } else if (type.isEnum()) {
            declarations.add(inner + " " + type.target());
            checks.addAll(new EnumValues(routine.isDolphin()).assignment(inner, outer, type, strictCallers));
        } else if (mode == Parameter.Mode.IN) {
            ArgumentFit fit = ArgumentFit.of(outer, column, type.target(), strictCallers);
            routine.rewrites.use(RewriteRule.ARGUMENTS);
            signed = fit.signature();
            checks.addAll(fit.check());
            declarations.add(inner + " " + type.target() + " DEFAULT " + fit.value());
        } else {
            declarations.add(inner + " " + type.target() + " DEFAULT " + routine.fitted(outer, type.target()));
        }
        signature.add((routine.isFunction() ? "" : mode + " ") + outer + " " + signed);
        parameters.add(new Parameter(name, mode, column, signed));
        if (mode.returns()) {
            results.add(outer + " := " + inner + ";");
        }
    }

    List<Parameter> parameters() {
        return parameters;
    }

    /** Returns the parameters in the definition. */
    String signature() {
        return String.join(", ", signature);
    }

    /** Returns a body in PL/pgSQL with the parameters' variables. */
    String body(BodyWriter body, @Nullable String result) {
        List<String> declared = new ArrayList<>(declarations);
        if (result != null) {
            declared.add(result);
        }
        declared.addAll(body.temporaries());
        StringBuilder start = new StringBuilder();
        checks.forEach(check -> start.append("  ").append(check).append('\n'));
        return PlpgsqlBody.of(declared, start + body.text(), results);
    }
}
