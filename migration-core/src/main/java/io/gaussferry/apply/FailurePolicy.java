package io.gaussferry.apply;

/**
 * The reaction to a change that the target rejects. The change is always stored in {@code gaussferry.failed_change}.
 */
public enum FailurePolicy {
    /** Replication stops before the transaction of the change. */
    STOP,
    /** Replication pauses before the transaction until the operator retries or skips the change. */
    WAIT,
    /** The table is quarantined in its state before the transaction; replication of all other tables continues. */
    QUARANTINE
}
