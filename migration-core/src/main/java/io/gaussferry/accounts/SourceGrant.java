package io.gaussferry.accounts;

/**
 * A privilege of a MySQL account.
 *
 * @param holder the account
 * @param scope the objects
 * @param privilege its name in GRANT, such as {@code CREATE VIEW}
 * @param isGrantable whether the account may grant it
 */
record SourceGrant(AccountName holder, GrantScope scope, String privilege, boolean isGrantable) {

    /** The privilege to grant the others of its scope. */
    static final String GRANT_OPTION = "GRANT OPTION";
}
