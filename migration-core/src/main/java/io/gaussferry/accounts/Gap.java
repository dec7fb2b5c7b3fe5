package io.gaussferry.accounts;

import java.util.Comparator;

/**
 * A property of MySQL's accounts that the script does not reproduce.
 *
 * @param account the account, or the server
 * @param subject the property, such as a privilege and its scope
 * @param reason why not, and what to do instead
 */
public record Gap(String account, String subject, String reason) implements Comparable<Gap> {

    private static final Comparator<Gap> ORDER =
            Comparator.comparing(Gap::account).thenComparing(Gap::subject).thenComparing(Gap::reason);

    @Override
    public int compareTo(Gap other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return account + ": " + subject + ": " + reason;
    }
}
