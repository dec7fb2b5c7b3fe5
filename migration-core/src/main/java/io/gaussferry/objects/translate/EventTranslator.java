package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.target.TargetDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Translates events. */
final class EventTranslator {

    private EventTranslator() {}

    static Translated translate(Routine routine, TargetDialect dialect, CreateEventContext create) {
        if (!dialect.storedCode().hasEvents()) {
            throw new UntranslatableException("an event, which the target does not have", create);
        }
        BodyWriter body = BodyWriter.write(routine, create.compoundStatement(), null);
        routine.rewrites.use(RewriteRule.EVENT_PROCEDURE);
        TableId name = routine.names.target(routine.object.name());
        TableId procedure = Translated.bodyProcedure(name);
        List<String> statements = new ArrayList<>();
        statements.add(dialect.storedCode()
                .createProcedure(
                        Identifiers.quoteTarget(procedure),
                        "",
                        true,
                        routine.rewrites.commits(),
                        PlpgsqlBody.of(body.temporaries(), body.text(), List.of())));
        statements.addAll(RoutineSettings.statements(routine, "PROCEDURE", procedure, List.of()));
        Optional<String> zone = EventZone.onTarget(routine.object.settings().timeZone());
        if (zone.isPresent() && !routine.rewrites.commits()) {
            routine.rewrites.use(RewriteRule.EVENT_TIME_ZONE);
            statements.add("ALTER PROCEDURE " + Identifiers.quoteTarget(procedure) + "() SET timezone = "
                    + Identifiers.literal(zone.get()));
        }
        String completion = create.PRESERVE_SYMBOL() == null
                ? ""
                : " ON COMPLETION " + (create.NOT_SYMBOL() == null ? "" : "NOT ") + "PRESERVE";
        String comment = create.textLiteral() == null
                ? ""
                : " COMMENT " + Identifiers.literal(routine.literals.text(create.textLiteral()));
        String quoted = Identifiers.quoteTarget(name);
        statements.add("CREATE EVENT " + quoted + " ON SCHEDULE " + EventSchedules.write(create.schedule(), routine)
                + completion + " DISABLE" + comment + " DO CALL " + Identifiers.quoteTarget(procedure) + "()");
        return TranslatedObjects.of(
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
