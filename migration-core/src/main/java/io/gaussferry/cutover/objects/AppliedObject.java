package io.gaussferry.cutover.objects;

import java.util.List;

/**
 * An object of the application that is to be created after the switch.
 *
 * @param name its kind and name
 * @param outcome whether it was created
 * @param detail the target's refusal; otherwise the state of its verification
 * @param statements the SQL that creates it
 */
public record AppliedObject(String name, Outcome outcome, String detail, List<String> statements) {

    /** The outcome of one object. */
    public enum Outcome {
        /** It would be created: nothing was executed. */
        PLANNED,
        /** It exists, and a return removes it. */
        CREATED,
        /** The target refused it. */
        REFUSED,
        /** An object before it was refused, which it may use. */
        NOT_TRIED
    }

    public AppliedObject {
        statements = List.copyOf(statements);
    }
}
