package io.gaussferry.accounts;

import java.util.Comparator;

/**
 * The name of an account or role of MySQL. Two accounts with one user name and different hosts are independent of each other.
 *
 * @param user its user name; empty for the anonymous user
 * @param host the pattern of the hosts of its clients
 */
public record AccountName(String user, String host) implements Comparable<AccountName> {

    private static final Comparator<AccountName> ORDER =
            Comparator.comparing(AccountName::user).thenComparing(AccountName::host);

    @Override
    public int compareTo(AccountName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return user + "@" + host;
    }
}
