package io.gaussferry.apply;

/** What becomes of a change that the target does not take. It is kept in {@code gaussferry.failed_change} in any case. */
public enum FailurePolicy {
    /** Replay stops before its transaction. */
    STOP,
    /** Replay stops before its transaction, and waits there for a person, who has it tried again or passed over. */
    WAIT,
    /** Its table is quarantined, with what it had before the transaction; everything else goes on. */
    QUARANTINE
}
