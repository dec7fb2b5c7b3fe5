package io.gaussferry.target;

/** The handling of a target whose product Gaussferry was never run with. */
public enum UntestedPolicy {
    /** It is refused. */
    REFUSE,
    /** It is used like openGauss. */
    ACCEPT
}
