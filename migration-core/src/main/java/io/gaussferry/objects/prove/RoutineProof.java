package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.objects.translate.UnorderedAggregate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proves a function or procedure by calls with the same arguments on both sides: results, OUT parameters, result sets, errors. */
final class RoutineProof {

    /** MySQL's SQLSTATE of a statement that a read-only transaction refuses. */
    private static final String READ_ONLY = "25006";

    private final Connection source;
    private final Connection target;
    private final LaterConstraints constraints;
    private final ArgumentSamples samples;
    private final Effects effects;
    private final PinnedClock clock;

    /** @param effects compares the changes of calls */
    RoutineProof(Connection source, Connection target, ArgumentSamples samples, Effects effects, PinnedClock clock) {
        this.source = source;
        this.target = target;
        this.constraints = new LaterConstraints(source, target);
        this.samples = samples;
        this.effects = effects;
        this.clock = clock;
    }

    /** @param aggregates in reach of the routine whose results depend on the order of the rows */
    Proof prove(Translated routine, Set<UnorderedAggregate> aggregates) throws SQLException {
        SourceCall onSource = new SourceCall(source, aggregates);
        TargetCall onTarget = new TargetCall(target, aggregates);
        int succeeded = 0;
        int signalled = 0;
        boolean isVisible = false;
        String refusal = "";
        ProofDifference sourceFails = null;
        ProofDifference reservation = null;
        int calls = 0;
        int leftOut = 0;
        for (List<@Nullable String> arguments : samples.calls(
                routine.parameters(),
                routine.compared(),
                Objects.requireNonNullElse(routine.object().sql(), ""))) {
            calls++;
            List<ValueKind> columns = new ArrayList<>();
            Savepoint before = target.setSavepoint();
            effects.start();
            clock.pin();
            CallOutcome expected = onSource.of(routine, arguments, columns);
            // the target would use numbers that the source has not used
            if (constraints.explain(expected.failure())) {
                effects.undo();
                target.rollback(before);
                leftOut++;
                continue;
            }
            CallOutcome found = onTarget.of(routine, arguments, columns, before);
            if (expected.failure() != null
                    && READ_ONLY.equals(expected.failure().getSQLState())) {
                target.rollback(before);
                return Proof.of(ObjectState.COMPILES, "it needs a transaction that may write");
            }
            if (ExecutionFailures.isDenied(expected.failure())) {
                effects.undo();
                target.rollback(before);
                return Proof.of(ObjectState.COMPILES, ExecutionFailures.DENIED);
            }
            if (ExecutionFailures.isBlocked(expected.failure())) {
                effects.undo();
                target.rollback(before);
                return Proof.of(ObjectState.COMPILES, ExecutionFailures.LOCKED);
            }
            ProofDifference difference = expected.difference(found, kinds(routine, columns), aggregates);
            ProofDifference ofRows = null;
            if (expected.failure() != null && found.failure() == null) {
                sourceFails = sourceFails == null ? numbered(calls, difference) : sourceFails;
                difference = null;
            } else if (difference == null || difference.cause() == ProofDifference.Cause.ORDER) {
                ofRows = effects.difference();
            }
            effects.undo();
            target.rollback(before);
            if (ofRows != null && expected.failure() != null) {
                reservation = new ProofDifference(
                        "call " + calls + " fails on both sides, and only the source keeps the rows that it has changed"
                                + " before its error: " + ofRows.detail(),
                        ProofDifference.Cause.ORDER);
                continue;
            }
            difference = ofRows == null || difference != null && ofRows.cause() == ProofDifference.Cause.ORDER
                    ? difference
                    : ofRows;
            if (difference != null && difference.cause() == ProofDifference.Cause.ORDER) {
                reservation = reservation == null ? numbered(calls, difference) : reservation;
            } else if (difference != null) {
                return difference.proof("call " + calls + ": ");
            }
            succeeded += expected.failure() == null ? 1 : 0;
            refusal = expected.failure() == null || !refusal.isEmpty()
                    ? refusal
                    : " (SQLSTATE " + expected.failure().getSQLState() + " on the source)";
            signalled += CommonFailure.isSignal(expected.failure()) && found.failure() != null ? 1 : 0;
            isVisible |= expected.failure() == null && (expected.isVisible() || effects.haveChanged());
        }
        if (succeeded > 0 && sourceFails != null) {
            return sourceFails.proof("");
        }
        if (reservation != null) {
            return Proof.of(ObjectState.COMPILES, reservation.detail());
        }
        if (succeeded + signalled == 0) {
            return Proof.ofNothing("none of " + calls + " calls with sampled arguments succeeds" + refusal
                    + (sourceFails == null ? "" : "; " + sourceFails.detail()) + LaterConstraints.leftOut(leftOut));
        }
        if (signalled == 0 && !isVisible) {
            return Proof.ofNothing((calls - leftOut)
                    + " calls equal, but none returns a value or a row or changes one, which proves nothing");
        }
        int failed = calls - leftOut - succeeded - signalled;
        return Proof.of(
                ObjectState.EXECUTED,
                (calls - leftOut) + " calls equal" + effects.description()
                        + (signalled > 0 ? ", " + signalled + " of them raise the same SIGNAL" : "")
                        + (failed > 0 ? ", " + failed + " of them fail" : "")
                        + LaterConstraints.leftOut(leftOut));
    }

    private static @Nullable ProofDifference numbered(int call, @Nullable ProofDifference difference) {
        return difference == null
                ? null
                : new ProofDifference("call " + call + ": " + difference.detail(), difference.cause());
    }

    /** Returns the kinds of a function's result, or of the OUT parameters. */
    static List<ValueKind> kinds(Translated routine, List<ValueKind> columns) {
        return routine.object().kind() == ObjectKind.FUNCTION
                ? columns
                : routine.parameters().stream()
                        .filter(parameter -> parameter.mode().returns())
                        .map(RoutineProof::kind)
                        .toList();
    }

    static ValueKind kind(Parameter parameter) {
        return ValueKind.of(parameter.source().type().name());
    }
}
