package io.gaussferry.ddl;

import java.util.List;

/**
 * A kind of MySQL statement, with what replay does with it.
 *
 * @param name the server's name of the kind, as in {@code statement/sql/NAME} of its performance schema; may end with {@code *}
 * @param outcome what replay does with it
 * @param words its first words, without those that say nothing of the kind; empty where it has none of its own
 */
public record StatementKind(String name, Outcome outcome, List<String> words) {

    /** The treatment of a statement in replay, decided by its first words. */
    public enum Outcome {
        /** The definitions in it are read, and the target follows. */
        FOLLOWED,

        /** Neither the definition nor the rows of a replicated table change. */
        NOTHING,

        /** As {@link #NOTHING}; the cutover names what is created, changed or dropped. */
        OBJECT,

        /** Held: it changes rows, or may, and the binlog has the statement instead of the rows. */
        ROWS,

        /** Held: it changes tables in a way that the binlog does not describe. */
        HELD;

        /** Returns whether the statement concerns no replicated table. */
        public boolean concernsNoTable() {
            return this == NOTHING || this == OBJECT;
        }
    }

    public StatementKind {
        words = List.copyOf(words);
    }

    /** Returns whether it has a name that a server gives its statements. */
    public boolean isNamed(String serverName) {
        return name.endsWith("*")
                ? serverName.startsWith(name.substring(0, name.length() - 1))
                : name.equals(serverName);
    }

    /** Returns whether it creates, alters or drops a database. */
    public boolean isOfDatabase() {
        return words.size() == 2
                && (words.get(1).equals("DATABASE") || words.get(1).equals("SCHEMA"));
    }

    /** Returns its first words as text, such as {@code CREATE VIEW}. */
    public String text() {
        return String.join(" ", words);
    }
}
