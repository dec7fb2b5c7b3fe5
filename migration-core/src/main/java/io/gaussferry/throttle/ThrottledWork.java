package io.gaussferry.throttle;

/** ThrottledWork that can wait. */
public enum ThrottledWork {
    /** The initial copy and incremental snapshots. */
    COPY,
    /** Continuous verification, and {@code gaussferry verify}. */
    VERIFY
}
