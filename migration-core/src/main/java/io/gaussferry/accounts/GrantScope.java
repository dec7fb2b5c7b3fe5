package io.gaussferry.accounts;

import io.gaussferry.model.TableId;

/** The objects that a grant of MySQL applies to. */
sealed interface GrantScope {

    /** Returns the objects in MySQL's notation. */
    String text();

    /** All databases, or the server itself. */
    record Everything() implements GrantScope {

        @Override
        public String text() {
            return "*.*";
        }
    }

    /** @param pattern the databases; a pattern unless the server has {@code partial_revokes} */
    record Databases(String pattern) implements GrantScope {

        @Override
        public String text() {
            return pattern + ".*";
        }
    }

    /** A table or view. */
    record Relation(TableId name) implements GrantScope {

        @Override
        public String text() {
            return name.toString();
        }
    }

    /** A column of a table or view. */
    record Column(TableId relation, String name) implements GrantScope {

        @Override
        public String text() {
            return relation + " (" + name + ")";
        }
    }

    /** The functions and procedures with this name. */
    record Routine(TableId name) implements GrantScope {

        @Override
        public String text() {
            return "routine " + name;
        }
    }
}
