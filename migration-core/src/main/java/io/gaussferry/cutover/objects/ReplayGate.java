package io.gaussferry.cutover.objects;

/** The control that PREPARE has over replication. Thread-safe. */
public interface ReplayGate {

    /** Lets no further transaction pass until {@link #release}; the lag grows meanwhile. */
    void hold();

    /** Lets transactions pass again; without effect if none are held. */
    void release();

    /** Returns whether every transaction that has passed is committed, so that no applier needs a lock. */
    boolean isIdle();

    /** Returns whether replication runs: it neither restarts nor waits for the operator. */
    boolean isRunning();

    /** Returns the lag in seconds. */
    double lagSeconds();
}
