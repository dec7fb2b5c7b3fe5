package io.gaussferry.preflight.finding;

import java.sql.SQLException;

/** A group of related checks. */
public interface Check {

    /** Returns the subject of the check, to be named if the check fails: "the grants of the source's account". */
    String subject();

    /** Returns the server that is checked. */
    FindingLocation location();

    /**
     * Runs the checks and adds their findings.
     *
     * @throws SQLException if a query fails
     */
    void run(Findings findings) throws SQLException;
}
