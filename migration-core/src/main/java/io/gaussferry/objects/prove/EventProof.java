package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.EventZone;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;

/** Proves an event by the statements of its body on the source, the procedure with its body on the target, and the rows afterwards. */
final class EventProof {

    private final Connection source;
    private final Connection target;
    private final Effects effects;
    private final PinnedClock clock;

    EventProof(Connection source, Connection target, Effects effects, PinnedClock clock) {
        this.source = source;
        this.target = target;
        this.effects = effects;
        this.clock = clock;
    }

    Proof prove(Translated event) throws SQLException {
        StoredSettings settings = event.object().settings();
        if (EventZone.isOfHost(settings.timeZone())) {
            return Proof.of(
                    ObjectState.COMPILES,
                    "its time zone is that of the source's host (SYSTEM): create it in a session with a named time zone or an"
                            + " offset");
        }
        if (event.plainBody().isEmpty()) {
            return Proof.of(
                    ObjectState.COMPILES,
                    "the source has no way to execute an event's body with variables or conditions");
        }
        Savepoint before = target.setSavepoint();
        effects.start();
        clock.pin();
        Execution onSource = onSource(event, settings);
        Execution onTarget = Execution.of(
                target,
                List.of("CALL " + Identifiers.quoteTarget(event.bodyProcedure()) + "()"),
                Execution.Side.TARGET);
        SQLException expected = onSource.failure();
        SQLException found = onTarget.failure();
        if (ExecutionFailures.isDenied(expected)) {
            effects.undo();
            target.rollback(before);
            return Proof.of(ObjectState.COMPILES, ExecutionFailures.DENIED);
        }
        if (ExecutionFailures.isBlocked(expected)) {
            effects.undo();
            target.rollback(before);
            return Proof.of(ObjectState.COMPILES, ExecutionFailures.LOCKED);
        }
        ProofDifference difference = null;
        boolean isVisible = false;
        if (expected == null && found == null) {
            difference = ExecutionWarnings.difference(onSource.warning() != null, onTarget.warning());
            difference = difference == null ? effects.difference() : difference;
            isVisible = effects.haveChanged();
        } else if (found != null && expected != null) {
            difference = CommonFailure.difference(expected, found);
        } else if (found != null) {
            difference = ProofDifference.failure("fails on the target only (" + RowValueMarks.message(found) + ")");
        } else if (expected != null) {
            difference = ProofDifference.failure("fails on the source only (" + RowValueMarks.message(expected) + ")");
        }
        effects.undo();
        target.rollback(before);
        if (difference != null) {
            return difference.proof("its body ");
        }
        if (expected == null && !isVisible) {
            return Proof.ofNothing("its body was executed on both sides and changes no row, which proves nothing");
        }
        return expected == null
                ? Proof.of(ObjectState.EXECUTED, "its body was executed" + effects.description())
                : Proof.ofNothing(
                        "its body fails on both sides (SQLSTATE " + expected.getSQLState() + " on the source)");
    }

    private Execution onSource(Translated event, StoredSettings settings) throws SQLException {
        // a session cannot return to having no database; other executions name theirs
        source.setCatalog(event.object().name().schema());
        try (Statement statement = source.createStatement()) {
            statement.execute(
                    "SET @gaussferry_mode = @@SESSION.sql_mode, @gaussferry_collation = @@SESSION.collation_connection");
            statement.execute("SET SESSION sql_mode = '" + settings.sqlMode() + "', SESSION collation_connection = "
                    + settings.connectionCollation() + ", SESSION time_zone = '" + settings.timeZone() + "'");
            return Execution.of(source, event.plainBody(), Execution.Side.SOURCE);
        } finally {
            try (Statement statement = source.createStatement()) {
                statement.execute(
                        "SET SESSION sql_mode = @gaussferry_mode, SESSION collation_connection = @gaussferry_collation,"
                                + " SESSION time_zone = '+00:00'");
            }
        }
    }
}
