package io.gaussferry.objects.prove;

import org.jspecify.annotations.Nullable;

/**
 * A difference between the executions on both sides.
 *
 * @param detail for the report; contains no row values without marks
 * @param cause its kind
 */
record ProofDifference(String detail, Cause cause) {

    enum Cause {
        /** One side fails. */
        FAILURE,
        /** The target warns, the source does not. */
        WARNING,
        /** Results or rows. */
        VALUES,
        /** The number of rows, or values of columns that have no times. */
        UNTIMED,
        /** Results or rows that are equal but for the order in which aggregates read rows. */
        ORDER
    }

    static ProofDifference failure(String detail) {
        return new ProofDifference(detail, Cause.FAILURE);
    }

    static @Nullable ProofDifference ofValues(@Nullable String detail) {
        return detail == null ? null : new ProofDifference(detail, Cause.VALUES);
    }

    /** Returns the outcome of a proof with this difference. */
    Proof proof(String execution) {
        return cause == Cause.ORDER
                ? Proof.of(ObjectState.COMPILES, execution + detail)
                : new Proof(ObjectState.DIFFERS, execution + detail, variation(), false);
    }

    private Proof.Variation variation() {
        return switch (cause) {
            case VALUES -> Proof.Variation.TIME_OR_CHANCE;
            case UNTIMED -> Proof.Variation.CHANCE;
            case FAILURE, WARNING, ORDER -> Proof.Variation.NONE;
        };
    }
}
