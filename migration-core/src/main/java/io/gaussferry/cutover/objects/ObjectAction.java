package io.gaussferry.cutover.objects;

import java.util.List;

/**
 * Something that is created on the target while nobody writes.
 *
 * @param kind what it is, such as {@code AUTO_INCREMENT}
 * @param name where it belongs
 * @param description what comes of it, in words
 * @param statements what creates it, in one transaction
 * @param undo what undoes that, in one transaction
 */
public record ObjectAction(Kind kind, String name, String description, List<String> statements, List<String> undo) {

    /** What is created; in this order. */
    public enum Kind {
        AUTO_INCREMENT,
        FOREIGN_KEY,
        ON_UPDATE
    }

    public ObjectAction {
        statements = List.copyOf(statements);
        undo = List.copyOf(undo);
    }
}
