package io.gaussferry.target.cluster;

/**
 * When the primary acknowledges a commit that is to survive its loss.
 *
 * @param waits whether such a commit waits for a standby, even if none is connected
 * @param names the standbys that it may wait for, in the server's notation; may be empty
 * @param standbys number of connected standbys
 * @param synchronous number of connected standbys for which commits wait
 */
public record CommitRule(boolean waits, String names, int standbys, int synchronous) {

    /** A server without standbys. */
    public static final CommitRule NONE = new CommitRule(false, "", 0, 0);

    /** Returns the same rule with the connected standbys. */
    public CommitRule with(int connected, int waitedFor) {
        return new CommitRule(waits, names, connected, waitedFor);
    }

    /** Returns the number of standbys that a commit waits for if it waits; 0 for none. */
    public int required() {
        return SynchronousStandbys.required(names);
    }

    /** Returns whether such commits, and reads of their rows, hang at present. */
    public boolean isBlocked() {
        return waits && synchronous < required();
    }
}
