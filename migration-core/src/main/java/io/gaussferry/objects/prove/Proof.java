package io.gaussferry.objects.prove;

/**
 * The outcome of an attempt to prove an object.
 *
 * @param state the state that was earned
 * @param detail what was executed, what differs, or why nothing was executed; contains no row values
 * @param variation what may explain a difference
 * @param showsNothing whether other rows or arguments may show a result: no execution has succeeded, or none had a visible result
 */
public record Proof(ObjectState state, String detail, Variation variation, boolean showsNothing) {

    /** Possible explanations of a difference; a failure or a warning of one side has none. */
    enum Variation {
        NONE,
        /** Not the time: both sides have the same one, and the difference has no times. */
        CHANCE,
        TIME_OR_CHANCE
    }

    /** Returns an outcome that neither the time nor chance explains. */
    static Proof of(ObjectState state, String detail) {
        return new Proof(state, detail, Variation.NONE, false);
    }

    /** Returns the same outcome with a further explanation. */
    Proof with(String explanation) {
        return new Proof(state, detail + explanation, variation, showsNothing);
    }

    /** Returns an outcome that other rows or arguments may improve. */
    static Proof ofNothing(String detail) {
        return new Proof(ObjectState.COMPILES, detail, Variation.NONE, true);
    }
}
