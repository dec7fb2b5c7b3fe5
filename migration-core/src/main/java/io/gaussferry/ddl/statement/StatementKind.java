package io.gaussferry.ddl.statement;

import java.util.List;

/**
 * A kind of MySQL statement and its treatment in replication.
 *
 * @param name the server's name of the kind, as in {@code statement/sql/NAME} of its performance schema; may end with
 *     {@code *}
 * @param outcome its treatment
 * @param words its first words, without words that do not identify the kind; empty if it has no first words of its own
 */
public record StatementKind(String name, Outcome outcome, List<String> words) {

    /** The treatment of a statement in replication, decided by its first words. */
    public enum Outcome {
        /** Its definitions are parsed and applied to the target. */
        FOLLOWED,

        /** Neither the definition nor the rows of a replicated table change. */
        NOTHING,

        /** Like {@link #NOTHING}; the cutover report lists the created, changed or dropped object. */
        OBJECT,

        /** Held: it changes rows, or may change rows, and the binlog contains the statement instead of row events. */
        ROWS,

        /** Held: it changes tables in a way that the binlog does not describe. */
        HELD
    }

    public StatementKind {
        words = List.copyOf(words);
    }

    /** Returns whether a statement name of the server denotes this kind. */
    public boolean isNamed(String serverName) {
        return name.endsWith("*")
                ? serverName.startsWith(name.substring(0, name.length() - 1))
                : name.equals(serverName);
    }

    /** Returns its first words as a string, such as {@code CREATE VIEW}. */
    public String text() {
        return String.join(" ", words);
    }
}
