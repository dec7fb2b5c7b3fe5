package io.gaussferry.preflight.finding;

/** How much a finding matters, the least first. */
public enum Severity {
    /** Worth knowing; needs no action. */
    NOTE,
    /** The migration runs, but may be slower, may differ in what is described, or may stop later. */
    WARNING,
    /** The migration fails, or the target would differ from the source. */
    BLOCKER
}
