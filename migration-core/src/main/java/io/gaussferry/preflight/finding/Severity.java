package io.gaussferry.preflight.finding;

/** The severity of a finding, in ascending order. */
public enum Severity {
    /** Informational; no action needed. */
    NOTE,
    /** The migration runs, but may be slower, may differ as described, or may stop later. */
    WARNING,
    /** The migration fails, or the target would differ from the source. */
    BLOCKER
}
