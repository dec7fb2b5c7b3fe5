package io.gaussferry.accounts;

/**
 * A role that is granted to an account or role of MySQL.
 *
 * @param role the granted role
 * @param member the account
 * @param isGrantable whether the account may grant it
 * @param isDefault whether it is active when the account logs in; otherwise after SET ROLE only
 */
record RoleMembership(AccountName role, AccountName member, boolean isGrantable, boolean isDefault) {}
