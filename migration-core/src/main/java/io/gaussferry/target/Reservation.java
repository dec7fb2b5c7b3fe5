package io.gaussferry.target;

/** A reason for which a server is no ordinary target. */
public enum Reservation {
    /** The product replaces openGauss in tests. */
    SUBSTITUTE,
    /** The version lacks settings and statements that Gaussferry uses. */
    OLD_RELEASE,
    /** openGauss in a version that Gaussferry was never run with. */
    UNTESTED_RELEASE,
    /** Another product, which Gaussferry was never run with. */
    UNTESTED_PRODUCT,
    /** The database's compatibility mode is untested. */
    UNTESTED_MODE,
    /** The database imitates MySQL, but lacks the plugin with MySQL's types. */
    MISSING_PLUGIN,
    /** '' is NULL to sessions that do not ask for the contrary. */
    EMPTY_STRING_IS_NULL
}
