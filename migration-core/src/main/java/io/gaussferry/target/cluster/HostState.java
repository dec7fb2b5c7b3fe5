package io.gaussferry.target.cluster;

/**
 * The state that a server of the target reported about itself, or the reason why it did not answer.
 *
 * @param host its address
 * @param role its role
 * @param detail for messages: the server's own words, or the failure
 * @param term how often a primary was elected, as the cluster's manager counts it: the primary has the highest; -1 if
 *     unknown
 */
public record HostState(TargetHost host, HostRole role, String detail, long term) {

    /** The term of a server that was not asked for it, or has none. */
    public static final long UNKNOWN_TERM = -1;

    /** Creates a state without a term. */
    public HostState(TargetHost host, HostRole role, String detail) {
        this(host, role, detail, UNKNOWN_TERM);
    }

    /** Returns the same state with a term. */
    public HostState withTerm(long known) {
        return new HostState(host, role, detail, known);
    }

    /** Returns the address and the state, as in {@code db1:5432 is a standby (Standby, Normal)}. */
    @Override
    public String toString() {
        return host + " " + role.description() + (detail.isEmpty() ? "" : " (" + detail + ")");
    }
}
