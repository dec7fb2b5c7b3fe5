package io.gaussferry.cutover.objects;

import java.util.List;

/**
 * An object to be created on the target while writers are refused.
 *
 * @param kind of object
 * @param name of the object or column
 * @param description of the effect
 * @param statements that create it, in one transaction
 * @param undo statements that remove it, in one transaction
 */
public record ObjectAction(Kind kind, String name, String description, List<String> statements, List<String> undo) {

    /** The kinds of objects, in order of creation. */
    public enum Kind {
        AUTO_INCREMENT,
        FOREIGN_KEY,
        ON_UPDATE,
        /** An index that PREPARE creates, because its expressions or its kind need the rows to decide. */
        INDEX,
        /** A check of the source. */
        CHECK,
        /** A function or procedure of the application. */
        ROUTINE,
        /** A view of the application. */
        VIEW,
        /** A trigger of the application. */
        TRIGGER,
        /** An event of the application. */
        EVENT,
        /** The trigger that computes the generated columns of one table. After its other triggers. */
        GENERATED,
        /** The checks of one table that refuse what MySQL would refuse. After its other alterations, which may rewrite it. */
        GUARD;

        /** Returns whether the object is one of the application, which may need others of its kind. */
        public boolean isOfApplication() {
            return this == ROUTINE || this == VIEW || this == TRIGGER || this == EVENT;
        }
    }

    /** Returns the removal of the object. */
    ObjectAction reversed() {
        return new ObjectAction(kind, name, description, undo, statements);
    }

    public ObjectAction {
        statements = List.copyOf(statements);
        undo = List.copyOf(undo);
    }
}
