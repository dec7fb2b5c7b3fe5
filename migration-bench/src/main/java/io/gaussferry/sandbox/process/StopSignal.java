package io.gaussferry.sandbox.process;

/** How a process is asked to end. Named as {@code kill -s} names it. */
public enum StopSignal {
    /** What most programs understand as: finish. */
    TERM,
    /** PostgreSQL's fast shutdown; at TERM it would wait for its clients to leave. */
    INT,
    /** No question at all: for what keeps nothing that matters, and would take its time. */
    KILL
}
