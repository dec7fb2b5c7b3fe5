package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Translates triggers. */
final class TriggerTranslator {

    private TriggerTranslator() {}

    static Translated translate(Routine routine, CreateTriggerContext create) {
        BodyWriter body = BodyWriter.write(routine, create.compoundStatement(), null);
        routine.rewrites.use(RewriteRule.TRIGGER_FUNCTION);
        TableId table = routine.names.target(Objects.requireNonNull(routine.object.table()));
        int order = routine.object.order();
        String name = (order == 0 ? "" : String.format(Locale.ROOT, "%02d_", order))
                + routine.object.name().name();
        TableId function = new TableId(
                table.schema(), "gf_trigger_" + routine.object.name().name());
        boolean isBefore = create.timing.getText().equalsIgnoreCase("BEFORE");
        String row = create.event.getText().equalsIgnoreCase("DELETE") ? "OLD" : "NEW";
        String returned = isBefore ? row : "NULL";
        List<String> cascades = CascadedRows.conditions(
                routine.names, Objects.requireNonNull(routine.object.table()), create.event.getText(), isBefore);
        StringBuilder guarded = new StringBuilder();
        for (String condition : cascades) {
            routine.rewrites.use(RewriteRule.CASCADED_ROWS);
            guarded.append("  IF ")
                    .append(condition)
                    .append(" THEN\n    RETURN ")
                    .append(returned)
                    .append(";\n  END IF;\n");
        }
        String quoted = Identifiers.quoteTarget(function);
        List<String> last = new ArrayList<>();
        if (routine.insertedNumber != null) {
            last.add(InsertedNumber.restore(routine.insertedNumber));
        }
        last.add("RETURN " + returned + ";");
        List<String> statements = new ArrayList<>();
        statements.add("CREATE FUNCTION " + quoted + "() RETURNS trigger SECURITY DEFINER AS "
                + Identifiers.dollarQuoted(PlpgsqlBody.of(body.temporaries(), guarded + body.text(), last))
                + " LANGUAGE plpgsql");
        statements.addAll(RoutineSettings.statements(routine, "FUNCTION", function, List.of()));
        String on = " ON " + Identifiers.quoteTarget(table);
        String trigger = "CREATE TRIGGER " + Identifiers.quoteTarget(name) + " "
                + create.timing.getText().toUpperCase(Locale.ROOT) + " "
                + create.event.getText().toUpperCase(Locale.ROOT) + on + " FOR EACH ROW EXECUTE PROCEDURE " + quoted
                + "()";
        statements.addAll(TriggerTime.ordered(table, trigger, routine.profile));
        routine.rewrites.refersToRelation(routine.object.table());
        return TranslatedObjects.of(
                routine,
                new TableId(table.schema(), name),
                statements,
                List.of(
                        "DROP TRIGGER IF EXISTS " + Identifiers.quoteTarget(name) + on,
                        "DROP FUNCTION IF EXISTS " + quoted + "()"),
                List.of(),
                false);
    }
}
