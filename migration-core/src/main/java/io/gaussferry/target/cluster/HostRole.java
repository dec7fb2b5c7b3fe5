package io.gaussferry.target.cluster;

/** The role of a server of the target. */
public enum HostRole {
    /** It executes writing transactions. */
    PRIMARY("is primary"),
    /** It replays the primary's log, and refuses to write. */
    STANDBY("is a standby"),
    /** It is neither for now: it starts, is promoted or demoted, or waits for its role. */
    CHANGING("changes its role"),
    /** It did not answer in time, or refused the connection. */
    UNREACHABLE("does not answer");

    private final String description;

    HostRole(String description) {
        this.description = description;
    }

    /** Returns a verb phrase that completes a host's address. */
    public String description() {
        return description;
    }
}
