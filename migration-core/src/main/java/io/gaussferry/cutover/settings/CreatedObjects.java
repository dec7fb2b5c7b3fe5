package io.gaussferry.cutover.settings;

/** The views, routines, triggers and events that a cutover creates, by the state that the last verification found. */
public enum CreatedObjects {
    /** None: all are listed as manual work. */
    NONE,
    /** Those that were executed on both sides with equal results. */
    EXECUTED,
    /** In addition those that the target accepts, but that were not executed. */
    COMPILES
}
