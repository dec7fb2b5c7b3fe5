package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The settings of routines on the target. */
final class RoutineSettings {

    private RoutineSettings() {}

    /** Returns the statements that give a routine its settings. openGauss refuses COMMIT in a routine with settings. */
    static List<String> statements(Routine routine, String kind, TableId name, List<Parameter> parameters) {
        if (!routine.isDolphin()) {
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
        statements.add(alter + "dolphin.sql_mode = '" + DolphinModes.of(routine.object.settings()) + "'");
        routine.rewrites.use(RewriteRule.SQL_MODE);
        if (variables) {
            statements.add(alter + "enable_set_variable_b_format = on");
        }
        return statements;
    }
}
