package io.gaussferry.accounts;

import java.util.List;

/**
 * A role to create on the target, for all accounts of one user name.
 *
 * @param name its name
 * @param canLogin whether it can log in, once it has a password
 * @param accounts its accounts
 * @param grants its privileges, without those that another one includes
 * @param withheld privileges that only the operator can grant it
 * @param addresses the lines of {@code pg_hba.conf} for the hosts of its accounts
 */
record RolePlan(
        String name,
        boolean canLogin,
        List<AccountName> accounts,
        List<TargetGrant> grants,
        List<Withheld> withheld,
        List<ClientAddress> addresses) {

    RolePlan {
        accounts = List.copyOf(accounts);
        grants = List.copyOf(grants);
        withheld = List.copyOf(withheld);
        addresses = List.copyOf(addresses);
    }

    /**
     * A privilege that is left to the operator.
     *
     * @param grant the privilege
     * @param reason why the role does not get it
     */
    record Withheld(TargetGrant grant, String reason) {}
}
