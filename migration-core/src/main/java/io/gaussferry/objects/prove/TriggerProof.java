package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.prove.Execution.Side;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Proves a trigger by statements that fire it, executed on both sides, and the rows of all tables afterwards. */
final class TriggerProof {

    /** Bounds the time of a proof: all tables within reach are compared after each statement. */
    private static final int MOST_STATEMENTS = 60;

    private static final int ENOUGH_STATEMENTS = 20;

    private final Connection source;
    private final Connection target;
    private final LaterConstraints constraints;
    private final Effects effects;
    private final PinnedClock clock;
    private final ProofRows rows;
    private final GeneratedRows generated;

    /** @param generated inserts rows that may fire the trigger */
    TriggerProof(
            Connection source,
            Connection target,
            Effects effects,
            PinnedClock clock,
            ProofRows rows,
            GeneratedRows generated) {
        this.rows = rows;
        this.generated = generated;
        this.source = source;
        this.target = target;
        this.constraints = new LaterConstraints(source, target);
        this.effects = effects;
        this.clock = clock;
    }

    /** @param isSensitive whether an execution may see the other rows of its statement */
    Proof prove(Translated trigger, TableDefinition table, boolean isSensitive) throws SQLException {
        String event = event(trigger);
        List<StatementPair> ofSeveralRows =
                isSensitive ? new SampleStatements(source, trigger, rows).ofSeveralRows(table, event) : List.of();
        int succeededOfSeveral = 0;
        int succeeded = 0;
        int signalled = 0;
        int tried = 0;
        int leftOut = 0;
        boolean isVisible = false;
        String refusal = "";
        List<StatementPair> statements = new ArrayList<>(ofSeveralRows);
        statements.addAll(statements(trigger, table, event));
        for (StatementPair pair : statements) {
            boolean isOfSeveral = tried++ < ofSeveralRows.size();
            Savepoint before = target.setSavepoint();
            effects.start();
            clock.pin();
            Execution onSource = Execution.of(source, List.of(pair.source()), Side.SOURCE);
            SQLException expected = onSource.failure();
            // the target would use numbers that the source has not used
            if (constraints.explain(expected)) {
                effects.undo();
                target.rollback(before);
                leftOut++;
                continue;
            }
            Execution onTarget = Execution.of(target, List.of(pair.target()), Side.TARGET);
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
            if (expected == null && found == null) {
                difference = ExecutionWarnings.difference(onSource.warning() != null, onTarget.warning());
                difference = difference == null ? effects.difference() : difference;
                succeeded++;
                succeededOfSeveral += isOfSeveral ? 1 : 0;
            } else if (expected != null && found != null) {
                refusal = " (SQLSTATE " + expected.getSQLState() + " on the source)";
                difference = CommonFailure.difference(expected, found);
                signalled += CommonFailure.isSignal(expected) ? 1 : 0;
            } else if (found != null) {
                difference = ProofDifference.failure("fails on the target only (" + RowValueMarks.message(found) + ")");
            } else if (expected != null) {
                difference =
                        ProofDifference.failure("fails on the source only (" + RowValueMarks.message(expected) + ")");
            }
            effects.undo();
            target.rollback(before);
            if (difference != null) {
                return difference.proof(event + " " + tried + (isOfSeveral ? " of two rows: " : ": "));
            }
            if (expected == null && !isVisible) {
                isVisible = isVisible(trigger, table, pair, before);
            }
            if (rows == ProofRows.VARIED && tried >= ENOUGH_STATEMENTS && (isVisible || signalled > 0)) {
                break;
            }
        }
        if (succeeded > 0 && signalled == 0 && !isVisible) {
            return Proof.ofNothing(succeeded + " " + event
                    + " equal, but the rows are the same without the trigger, which proves nothing");
        }
        if (isSensitive && succeeded > 0 && succeededOfSeveral == 0) {
            return Proof.of(
                    ObjectState.COMPILES,
                    succeeded + " " + event
                            + " of one row equal, but none of several rows succeeds: on the target the trigger"
                            + " runs after the last row, and it sees the other rows or variables of its statement");
        }
        return succeeded + signalled == 0
                ? Proof.ofNothing(
                        tried == 0
                                ? "no " + event + " could be made of the table's rows"
                                : "none of " + tried + " statements succeeds on either side" + refusal
                                        + LaterConstraints.leftOut(leftOut))
                : Proof.of(
                        ObjectState.EXECUTED,
                        succeeded + signalled + " " + event + " equal" + effects.description()
                                + (signalled > 0 ? ", " + signalled + " of them raise the same SIGNAL" : "")
                                + LaterConstraints.leftOut(leftOut));
    }

    private List<StatementPair> statements(Translated trigger, TableDefinition table, String event)
            throws SQLException {
        List<StatementPair> statements = new ArrayList<>(new SampleStatements(source, trigger, rows).of(table, event));
        if (rows == ProofRows.VARIED && event.equals("INSERT")) {
            for (int row = VariedValue.ROWS + 1; row <= 2 * VariedValue.ROWS; row++) {
                statements.add(generated.insertion(table, row));
            }
        }
        return statements.subList(0, Math.min(MOST_STATEMENTS, statements.size()));
    }

    /**
     * Executes a statement again, on the target without the trigger; returns whether that has another result there. The source executes it
     * for its AUTO_INCREMENT numbers: dolphin does not reduce those of the target.
     */
    private boolean isVisible(Translated trigger, TableDefinition table, StatementPair pair, Savepoint before)
            throws SQLException {
        effects.start();
        Execution.of(source, List.of(pair.source()), Execution.Side.SOURCE);
        Execution without = Execution.of(
                target,
                List.of(
                        "ALTER TABLE " + Identifiers.quoteTarget(table.targetId()) + " DISABLE TRIGGER "
                                + Identifiers.quoteTarget(trigger.name().name()),
                        pair.target()),
                Execution.Side.TARGET);
        boolean isVisible = without.failure() != null || !effects.isTargetAsBefore();
        effects.undo();
        target.rollback(before);
        return isVisible;
    }

    /** Returns INSERT, UPDATE or DELETE. */
    static String event(Translated trigger) {
        String sql = trigger.statements().stream()
                .filter(statement -> statement.startsWith("CREATE TRIGGER"))
                .findFirst()
                .orElseThrow()
                .toUpperCase(Locale.ROOT);
        String before = sql.substring(0, sql.lastIndexOf(" FOR EACH ROW"));
        for (String event : new String[] {"INSERT", "UPDATE", "DELETE"}) {
            if (before.contains("BEFORE " + event + " ON ") || before.contains("AFTER " + event + " ON ")) {
                return event;
            }
        }
        throw new IllegalStateException("a trigger without an event");
    }
}
