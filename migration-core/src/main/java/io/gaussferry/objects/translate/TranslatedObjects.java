package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.Translation.Translated;
import java.util.List;

/** Composes the translations of objects. */
final class TranslatedObjects {

    private TranslatedObjects() {}

    static Translated of(
            Routine routine,
            TableId name,
            List<String> statements,
            List<String> undo,
            List<Parameter> parameters,
            boolean returnsRows) {
        return of(routine, name, statements, undo, parameters, returnsRows, List.of());
    }

    static Translated of(
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
                rewrites.unordered(),
                routine.compared,
                rewrites.reservations(),
                plainBody);
    }
}
