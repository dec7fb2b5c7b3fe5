package io.gaussferry.cutover.settings;

/**
 * An account of the source.
 *
 * @param user its name
 * @param host from where it logs in, as MySQL has it; {@code %} for anywhere
 */
public record SourceAccount(String user, String host) {

    /**
     * Reads {@code user@host}; without a host, {@code %}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static SourceAccount parse(String text) {
        int at = text.lastIndexOf('@');
        SourceAccount account = at < 0
                ? new SourceAccount(text, "%")
                : new SourceAccount(text.substring(0, at), text.substring(at + 1));
        if (account.user.isBlank() || text.chars().anyMatch(character -> character < ' ') || text.indexOf('=') >= 0) {
            throw new IllegalArgumentException("\"" + text + "\" is no account; write user@host");
        }
        return account;
    }

    /** Returns it as a statement names it. */
    public String quoted() {
        return "'" + escaped(user) + "'@'" + escaped(host) + "'";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("'", "''");
    }

    @Override
    public String toString() {
        return user + "@" + host;
    }
}
