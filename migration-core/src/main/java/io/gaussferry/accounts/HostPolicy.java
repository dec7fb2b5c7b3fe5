package io.gaussferry.accounts;

/** The privileges of a role for several accounts of one user name, which differ by their hosts. */
public enum HostPolicy {
    /** Those that each of its accounts has. */
    COMMON,
    /** Those that any of its accounts has. */
    UNITED
}
