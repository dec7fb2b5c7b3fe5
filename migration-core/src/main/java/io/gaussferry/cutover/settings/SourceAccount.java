package io.gaussferry.cutover.settings;

/**
 * An account of the source.
 *
 * @param user its name
 * @param host the host part of the account in MySQL; {@code %} for any host
 */
public record SourceAccount(String user, String host) {

    /**
     * Parses {@code user@host}; the default host is {@code %}.
     *
     * @throws IllegalArgumentException if the account is malformed
     */
    public static SourceAccount parse(String value) {
        int at = value.lastIndexOf('@');
        SourceAccount account = at < 0
                ? new SourceAccount(value, "%")
                : new SourceAccount(value.substring(0, at), value.substring(at + 1));
        if (account.user.isBlank() || value.chars().anyMatch(character -> character < ' ')) {
            throw new IllegalArgumentException("\"" + value + "\" is not an account; write user@host");
        }
        return account;
    }

    /** Returns the account quoted for a SQL statement. */
    public String quoted() {
        return "'" + escaped(user) + "'@'" + escaped(host) + "'";
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("'", "''");
    }

    @Override
    public String toString() {
        return user + "@" + host;
    }
}
