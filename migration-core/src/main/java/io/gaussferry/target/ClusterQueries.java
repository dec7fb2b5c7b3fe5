package io.gaussferry.target;

import java.util.Optional;

/** The queries of a product for the roles of a cluster's servers. Stateless. */
public interface ClusterQueries {

    /**
     * Returns the query for a server's own role: whether it accepts writing transactions, whether it is a standby, and
     * its own words for messages. Neither is true while it changes its role. A primary whose sessions are read-only by default says so.
     */
    String roleQuery();

    /**
     * Returns the command of a replication connection whose column {@code term} is the number of the election of the
     * primary; empty if the product counts none.
     */
    Optional<String> termCommand();

    /**
     * Returns the query for the standbys that are connected to the primary: position up to which each has flushed the
     * log, as {@link Lsn} prints it; whether commits wait for it or for others of its group; and whether they wait for
     * this one. The values are NULL if the account lacks the privilege to see them.
     */
    String standbysQuery();

    /**
     * Returns the query for the primary's rule: whether a commit that is to survive the loss of the primary waits for a
     * standby, even if none is connected, and the names of the standbys it may wait for.
     */
    String commitRuleQuery();

    /**
     * Returns the query for the seconds for which the oldest COMMIT has waited for a standby; 0 if none waits. NULL if the account does not see
     * other sessions.
     */
    String commitWaitQuery();

    /**
     * Returns the query for the number of sessions of applications that execute a statement, those of Gaussferry excluded. NULL if the account
     * does not see other sessions.
     */
    String activeSessionsQuery();

    /** Returns the query for the bytes of log that the slowest connected standby has not replayed; 0 without one. */
    String standbyLagQuery();
}
