package io.gaussferry.preflight.finding;

import java.sql.SQLException;

/** A group of checks that belong together. */
public interface Check {

    /** Returns what is looked at, to be named if it cannot be: "the grants of the source's account". */
    String subject();

    /** Returns the side on which it is. */
    Place place();

    /**
     * Looks, and adds what it finds.
     *
     * @throws SQLException if a server refuses to tell
     */
    void run(Findings findings) throws SQLException;
}
