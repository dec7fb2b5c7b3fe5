package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.objects.translate.UnorderedAggregate;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the outcomes of a call on both sides. */
class CallOutcomeTest {

    private static CallOutcome returned(String value, @Nullable String warning) {
        return new CallOutcome(null, List.of(value), List.of(), warning);
    }

    private static @Nullable ProofDifference difference(
            CallOutcome expected, CallOutcome found, ValueKind kind, UnorderedAggregate... aggregates) {
        return expected.difference(found, List.of(kind), Set.of(aggregates));
    }

    @Test
    void findsAWarningOfTheTargetAlone() {
        ProofDifference difference = Objects.requireNonNull(
                difference(returned("1", null), returned("1", "out of range"), ValueKind.INTEGER));
        assertThat(difference.cause()).isEqualTo(ProofDifference.Cause.WARNING);
        assertThat(difference.proof("").state()).isEqualTo(ObjectState.DIFFERS);
        assertThat(difference.proof("").variation()).isEqualTo(Proof.Variation.NONE);
        assertThat(difference(returned("1", ""), returned("1", "out of range"), ValueKind.INTEGER))
                .isNull();
    }

    @Test
    void excusesNoFailureOfOneSide() {
        CallOutcome failed = CallOutcome.failed(new SQLException("no", "42883"));
        assertThat(Objects.requireNonNull(difference(returned("1", null), failed, ValueKind.INTEGER))
                        .proof("")
                        .variation())
                .isEqualTo(Proof.Variation.NONE);
        assertThat(Objects.requireNonNull(difference(returned("1", null), returned("2", null), ValueKind.INTEGER))
                        .proof("")
                        .variation())
                .isEqualTo(Proof.Variation.TIME_OR_CHANCE);
    }

    @Test
    void comparesTheMessagesOfSignals() {
        CallOutcome signalled = CallOutcome.failed(new SQLException("No stock", "45000", 1644));
        assertThat(difference(signalled, CallOutcome.failed(new SQLException("No stock", "45000")), ValueKind.INTEGER))
                .isNull();
        assertThat(difference(signalled, CallOutcome.failed(new SQLException("no stock", "45000")), ValueKind.INTEGER))
                .isNotNull();
        assertThat(difference(signalled, CallOutcome.failed(new SQLException("No stock", "22012")), ValueKind.INTEGER))
                .isNotNull();
        // the servers' own errors have their own messages
        assertThat(difference(
                        CallOutcome.failed(new SQLException("Division by 0", "22012", 1365)),
                        CallOutcome.failed(new SQLException("division by zero", "22012")),
                        ValueKind.INTEGER))
                .isNull();
    }

    @Test
    void findsErrorsInTheTargetsSqlBehindThoseOfData() {
        CallOutcome duplicate = CallOutcome.failed(new SQLException("Duplicate entry", "23000", 1062));
        assertThat(difference(
                        duplicate, CallOutcome.failed(new SQLException("duplicate key", "23505")), ValueKind.INTEGER))
                .isNull();
        assertThat(difference(
                        duplicate,
                        CallOutcome.failed(new SQLException("function f(text) does not exist", "42883")),
                        ValueKind.INTEGER))
                .isNotNull();
        assertThat(difference(
                        CallOutcome.failed(new SQLException("Unknown column", "42S22", 1054)),
                        CallOutcome.failed(new SQLException("column does not exist", "42703")),
                        ValueKind.INTEGER))
                .isNull();
    }

    @Test
    void tellsWhetherACallShowsAnything() {
        assertThat(returned("1", null).isVisible()).isTrue();
        assertThat(new CallOutcome(null, List.of(), List.of(), null).isVisible())
                .isFalse();
        assertThat(new CallOutcome(null, java.util.Collections.singletonList(null), List.of(), null).isVisible())
                .isFalse();
    }

    @Test
    void tellsTheOrderOfRowsFromOtherDifferences() {
        assertThat(Objects.requireNonNull(difference(
                                returned("a,b", null),
                                returned("b,a", null),
                                ValueKind.TEXT,
                                UnorderedAggregate.CONCATENATION))
                        .proof("")
                        .state())
                .isEqualTo(ObjectState.COMPILES);
        assertThat(Objects.requireNonNull(difference(
                                returned("0.6", null),
                                returned("0.6000000000000001", null),
                                ValueKind.DOUBLE,
                                UnorderedAggregate.FLOATING_SUM))
                        .cause())
                .isEqualTo(ProofDifference.Cause.ORDER);
        assertThat(Objects.requireNonNull(difference(
                                returned("0.6", null),
                                returned("0.7", null),
                                ValueKind.DOUBLE,
                                UnorderedAggregate.FLOATING_SUM))
                        .cause())
                .isEqualTo(ProofDifference.Cause.VALUES);
        assertThat(Objects.requireNonNull(difference(returned("a,b", null), returned("b,a", null), ValueKind.TEXT))
                        .cause())
                .isEqualTo(ProofDifference.Cause.VALUES);
    }
}
