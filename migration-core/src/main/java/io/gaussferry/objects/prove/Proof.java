package io.gaussferry.objects.prove;

/**
 * The outcome of an attempt to prove an object.
 *
 * @param state the state that was earned
 * @param detail what was executed, what differs, or why nothing was executed; contains no row values
 * @param mayVary whether the time or chance may explain a difference: one of values, never a failure or a warning of one side
 * @param showsNothing whether other rows or arguments may show a result: no execution has succeeded, or none had a visible result
 */
public record Proof(ObjectState state, String detail, boolean mayVary, boolean showsNothing) {

    /** Returns an outcome that neither the time nor chance explains. */
    static Proof of(ObjectState state, String detail) {
        return new Proof(state, detail, false, false);
    }

    /** Returns an outcome that other rows or arguments may improve. */
    static Proof ofNothing(String detail) {
        return new Proof(ObjectState.COMPILES, detail, false, true);
    }
}
