package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Proves an event by the statements of its body on the source, the procedure with its body on the target, and the rows afterwards. */
final class EventProof {

    private static final int LONGEST_STATEMENT_SECONDS = 10;

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
        if (event.plainBody().isEmpty()) {
            return new Proof(
                    ObjectState.COMPILES,
                    "the source has no way to execute an event's body with variables or conditions");
        }
        Savepoint before = target.setSavepoint();
        effects.start();
        clock.pin();
        SQLException expected = onSource(event);
        SQLException found = onTarget(event);
        String difference = null;
        if (expected == null && found == null) {
            difference = effects.difference();
        } else if (found != null && expected == null) {
            difference = "fails on the target only (" + RowValueMarks.message(found) + ")";
        } else if (expected != null && found == null) {
            difference = "fails on the source only (" + RowValueMarks.message(expected) + ")";
        }
        effects.undo();
        target.rollback(before);
        if (difference != null) {
            return new Proof(ObjectState.DIFFERS, "its body " + difference);
        }
        return expected == null
                ? new Proof(ObjectState.EXECUTED, "its body was executed" + effects.description())
                : new Proof(
                        ObjectState.COMPILES,
                        "its body fails on both sides (SQLSTATE " + expected.getSQLState() + " on the source)");
    }

    private @Nullable SQLException onSource(Translated event) throws SQLException {
        // a session cannot return to having no database; other executions name theirs
        source.setCatalog(event.object().name().schema());
        try (Statement statement = source.createStatement()) {
            statement.execute("SET @gaussferry_mode = @@SESSION.sql_mode");
            statement.execute("SET SESSION sql_mode = '" + event.object().sqlModes() + "'");
            statement.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
            for (String part : event.plainBody()) {
                statement.execute(part);
            }
            return null;
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return e;
        } finally {
            try (Statement statement = source.createStatement()) {
                statement.execute("SET SESSION sql_mode = @gaussferry_mode");
            }
        }
    }

    private @Nullable SQLException onTarget(Translated event) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
            statement.execute("CALL " + Identifiers.quoteTarget(event.bodyProcedure()) + "()");
            return null;
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return e;
        }
    }
}
