package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.SourceFlavor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads who could write to the source: accounts, sessions, events and other ways. Trusted are Gaussferry's accounts, those of the service, and those
 * that the settings name; every other account counts unless its privileges are proven to be harmless.
 */
public final class SourceCensus {

    /** Threads of the server itself. */
    private static final Set<String> SERVER_THREADS = Set.of("event_scheduler", "system user");

    /** A session that has not logged in yet. */
    private static final String LOGGING_IN = "unauthenticated user";

    private static final String SESSIONS = "SELECT id, user, host, command FROM information_schema.processlist";

    /** Accounts with no other global privilege than those that let a replica or a monitor log in. */
    private static final String CANDIDATES = "SELECT user, host FROM mysql.user WHERE account_locked = 'N'"
            + " AND 'Y' IN (repl_slave_priv, repl_client_priv, process_priv)"
            + " AND 'Y' NOT IN (select_priv, insert_priv, update_priv, delete_priv, super_priv, execute_priv)";

    /** A database privilege of the anonymous user applies to every account of its host. */
    private static final String FOR_EVERYBODY =
            "SELECT 1 FROM mysql.db WHERE user = '' UNION ALL SELECT 1 FROM DUAL WHERE @@GLOBAL.mandatory_roles <> ''";

    private final Set<String> gaussferry;
    private final Set<String> configured;

    /**
     * @param gaussferry the user names of this migration
     * @param configured the user names that the settings declare to belong to the service
     */
    public SourceCensus(Set<String> gaussferry, Set<String> configured) {
        this.gaussferry = Set.copyOf(gaussferry);
        this.configured = Set.copyOf(configured);
    }

    /** Returns the user names whose accounts are not locked and whose sessions are not ended. */
    Set<String> trusted(Connection source) throws SQLException {
        Set<String> trusted = new HashSet<>(gaussferry);
        trusted.addAll(configured);
        trusted.addAll(SourceFlavor.of(source).serviceUsers());
        return trusted;
    }

    /** Returns the accounts that are to be locked: neither locked, nor trusted, nor harmless. */
    List<SourceAccount> unlocked(Connection source, Set<String> trusted) throws SQLException {
        List<SourceAccount> accounts = new ArrayList<>(
                accounts(source, "SELECT user, host FROM mysql.user WHERE account_locked = 'N' ORDER BY user, host"));
        accounts.removeIf(account -> trusted.contains(account.user()));
        accounts.removeAll(harmless(source));
        return accounts;
    }

    /**
     * Returns the accounts that can log in and are proven to write to no table. A session shows its user name only, so every account of the name is
     * among them.
     */
    List<SourceAccount> harmless(Connection source) throws SQLException {
        List<SourceAccount> harmless = new ArrayList<>();
        if (Sql.exists(source, isAtLeast8(source) ? FOR_EVERYBODY : "SELECT 1 FROM mysql.db WHERE user = ''")) {
            return harmless;
        }
        for (SourceAccount account : accounts(source, CANDIDATES)) {
            List<String> grants = SourceLink.rows(source, "SHOW GRANTS FOR " + account.quoted()).stream()
                    .map(row -> row.get(0))
                    .toList();
            if (HarmlessGrants.are(grants)) {
                harmless.add(account);
            }
        }
        if (!harmless.isEmpty()) {
            Set<String> others = new HashSet<>();
            accounts(source, "SELECT user, host FROM mysql.user").stream()
                    .filter(account -> !harmless.contains(account))
                    .forEach(account -> others.add(account.user()));
            harmless.removeIf(account -> others.contains(account.user()));
        }
        return harmless;
    }

    /** Returns the accounts and roles with SYSTEM_USER, also by roles: only an account with the same privilege may lock them. */
    static Set<SourceAccount> systemUsers(Connection source) throws SQLException {
        if (!isAtLeast8(source)) {
            return Set.of();
        }
        Set<SourceAccount> found = new HashSet<>(
                accounts(source, "SELECT user, host FROM mysql.global_grants WHERE priv = 'SYSTEM_USER'"));
        List<List<String>> edges =
                SourceLink.rows(source, "SELECT from_user, from_host, to_user, to_host FROM mysql.role_edges");
        Deque<SourceAccount> roles = new ArrayDeque<>(found);
        while (!roles.isEmpty()) {
            SourceAccount role = roles.remove();
            for (List<String> edge : edges) {
                SourceAccount member = new SourceAccount(edge.get(2), edge.get(3));
                if (new SourceAccount(edge.get(0), edge.get(1)).equals(role) && found.add(member)) {
                    roles.add(member);
                }
            }
        }
        return found;
    }

    /**
     * A session that could write.
     *
     * @param id its number
     * @param user its user name, or that of its login in progress
     * @param host the address of the client
     * @param isLoggingIn whether its login has not ended. It may still be refused, or have passed the check of the lock: a plugin such as
     *     {@code connection_control} delays a login between the two. The number of the session distinguishes them
     */
    public record Session(long id, String user, String host, boolean isLoggingIn) {
        @Override
        public String toString() {
            return id + " (" + user + "@" + host + ")";
        }
    }

    /**
     * Returns the sessions of accounts that are not trusted or harmless.
     *
     * @param newest the number of a session that was opened after all accounts were locked: a later session can no longer log in. Zero if it is
     * known that no session before it is logging in
     */
    List<Session> sessions(Connection source, Set<String> trusted, Collection<SourceAccount> harmless, long newest)
            throws SQLException {
        Set<String> harmlessUsers = new HashSet<>();
        harmless.forEach(account -> harmlessUsers.add(account.user()));
        return sessions(source, newest).stream()
                .filter(session -> !trusted.contains(session.user()) && !harmlessUsers.contains(session.user()))
                .toList();
    }

    /** Returns the sessions of these users, and those of unknown users that are logging in and may be theirs. */
    static List<Session> sessionsOf(Connection source, Set<String> users, long newest) throws SQLException {
        return sessions(source, newest).stream()
                .filter(session ->
                        users.contains(session.user()) || session.user().equals(LOGGING_IN))
                .toList();
    }

    private static List<Session> sessions(Connection source, long newest) throws SQLException {
        return Sql.list(source, SourceCensus::session, SESSIONS).stream()
                .filter(session -> !SERVER_THREADS.contains(session.user()))
                .filter(session -> !session.isLoggingIn() || session.id() < newest)
                .toList();
    }

    private static Session session(ResultSet rows) throws SQLException {
        String user = String.valueOf(rows.getString(2));
        return new Session(
                rows.getLong(1),
                user,
                String.valueOf(rows.getString(3)),
                user.equals(LOGGING_IN) || "Connect".equals(rows.getString(4)));
    }

    /** Returns the sessions with a user name of Gaussferry that come from another machine than this connection. */
    public List<Session> distant(Connection source) throws SQLException {
        return Sql.list(
                        source,
                        SourceCensus::session,
                        SESSIONS + " WHERE SUBSTRING_INDEX(host, ':', 1) <>"
                                + " (SELECT SUBSTRING_INDEX(host, ':', 1) FROM information_schema.processlist WHERE id = CONNECTION_ID())")
                .stream()
                .filter(session -> gaussferry.contains(session.user()))
                .toList();
    }

    /**
     * Returns the transactions that have changed rows and could still commit. A session leaves the list of sessions before its transaction ends. The
     * server refreshes this list only if no session has read it for 0.1 s.
     */
    List<String> transactions(Connection source, Set<String> trusted) throws SQLException {
        List<String> open = new ArrayList<>();
        Sql.each(
                source,
                rows -> {
                    String user = rows.getString(2);
                    if (user == null || !trusted.contains(user)) {
                        open.add(rows.getString(1));
                    }
                },
                "SELECT t.trx_id, p.user FROM information_schema.innodb_trx t"
                        + " LEFT JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
                        + " WHERE t.trx_rows_modified > 0 AND t.trx_state <> 'ROLLING BACK'");
        return open;
    }

    /** Returns the enabled events of accounts that are not the service's. */
    List<EnabledEvent> events(Connection source, Set<String> trusted) throws SQLException {
        return EnabledEvent.read(source).stream()
                .filter(event -> gaussferry.contains(event.definer().user())
                        || !trusted.contains(event.definer().user()))
                .toList();
    }

    /** Returns the ways to write without an account. */
    static List<String> otherWays(Connection source) throws SQLException {
        List<String> ways = new ArrayList<>();
        Sql.each(
                source,
                rows -> ways.add("the replication channel \"" + rows.getString(1) + "\""),
                "SELECT channel_name FROM performance_schema.replication_applier_status WHERE service_state = 'ON'"
                        + " UNION SELECT channel_name FROM performance_schema.replication_connection_configuration"
                        + " WHERE channel_name NOT LIKE 'group\\_replication\\_%'");
        Sql.each(
                source,
                rows -> ways.add("the group member " + rows.getString(1)),
                "SELECT CONCAT(member_host, ':', member_port) FROM performance_schema.replication_group_members"
                        + " WHERE member_id NOT IN ('', @@GLOBAL.server_uuid)");
        Sql.each(
                source,
                rows -> ways.add("the plugin " + rows.getString(1)),
                "SELECT plugin_name FROM information_schema.plugins"
                        + " WHERE plugin_name = 'daemon_memcached' AND plugin_status = 'ACTIVE'");
        return ways;
    }

    /** Returns whether an account is one of Gaussferry's. */
    boolean isOwn(SourceAccount account) {
        return gaussferry.contains(account.user());
    }

    /** Returns the unlocked accounts that are trusted because they belong to the service, for a message. */
    public Set<String> serviceAccounts(Connection source) throws SQLException {
        Set<String> named = new TreeSet<>();
        Set<String> trusted = trusted(source);
        accounts(source, "SELECT user, host FROM mysql.user WHERE account_locked = 'N'").stream()
                .filter(account -> trusted.contains(account.user()) && !gaussferry.contains(account.user()))
                .forEach(account -> named.add(account.toString()));
        return named;
    }

    static List<SourceAccount> accounts(Connection source, String query) throws SQLException {
        return Sql.list(source, rows -> new SourceAccount(rows.getString(1), rows.getString(2)), query);
    }

    static boolean isAtLeast8(Connection source) throws SQLException {
        return ServerVersion.of(source).isAtLeast(8, 0, 0);
    }
}
