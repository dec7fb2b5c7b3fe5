package io.gaussferry.accounts;

import java.util.List;

/**
 * The content of MySQL's grant tables, without passwords.
 *
 * @param accounts the accounts and roles
 * @param grants their privileges
 * @param restrictions the global privileges that an account does not have on a database: {@code partial_revokes}
 * @param memberships the granted roles
 * @param proxies the accounts that may act as others
 * @param mandatoryRoles the roles that each account has, as the server's setting names them; empty for none
 * @param hasLiteralDatabases whether the names of databases in grants are literal, not patterns
 */
record SourcePrivileges(
        List<MySqlAccount> accounts,
        List<SourceGrant> grants,
        List<Restriction> restrictions,
        List<RoleMembership> memberships,
        List<Proxy> proxies,
        String mandatoryRoles,
        boolean hasLiteralDatabases) {

    SourcePrivileges {
        accounts = List.copyOf(accounts);
        grants = List.copyOf(grants);
        restrictions = List.copyOf(restrictions);
        memberships = List.copyOf(memberships);
        proxies = List.copyOf(proxies);
    }

    /**
     * A partial revoke.
     *
     * @param holder the account
     * @param database the literal name of a database
     * @param privilege the privilege that it does not have there
     */
    record Restriction(AccountName holder, String database, String privilege) {}

    /**
     * A grant of PROXY.
     *
     * @param holder the account that may act as the other
     * @param proxied the other account
     */
    record Proxy(AccountName holder, AccountName proxied) {}
}
