package io.gaussferry.objects.prove;

/**
 * The outcome of an attempt to prove an object.
 *
 * @param state the state that was earned
 * @param detail what was executed, what differs, or why nothing was executed; contains no row values
 * @param mayVary whether the time or chance may explain a difference: one of values, never a failure or a warning of one side
 */
public record Proof(ObjectState state, String detail, boolean mayVary) {

    /** Returns an outcome that neither the time nor chance explains. */
    static Proof of(ObjectState state, String detail) {
        return new Proof(state, detail, false);
    }
}
