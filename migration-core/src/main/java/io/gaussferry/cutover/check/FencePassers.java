package io.gaussferry.cutover.check;

import io.gaussferry.cutover.fence.SourceCensus;
import io.gaussferry.cutover.fence.SourceEvents;
import io.gaussferry.cutover.fence.WallPrivileges;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the accounts and events of the source that its fence alone does not stop. Changes nothing. */
final class FencePassers {

    /** ER_NO_SUCH_TABLE: a server before 8.0 has neither roles nor dynamic privileges. */
    private static final int NO_SUCH_TABLE = 1146;

    private static final int MAX_NAMES = 10;

    private final CutoverSettings settings;
    private final SourceSettings source;
    private final Set<String> users;

    /** @param users the user names of this migration */
    FencePassers(CutoverSettings settings, SourceSettings source, Set<String> users) {
        this.settings = settings;
        this.source = source;
        this.users = users;
    }

    /** Adds what the fence of the settings does not stop, and what stops it instead. */
    void find(List<CutoverFinding> findings, Connection connection) throws SQLException {
        switch (settings.fence()) {
            case SUPER_READ_ONLY -> {
                findScheduledEvents(findings, connection, "event_scheduler is off");
                findAdministrators(findings, connection);
            }
            case LOCK_ACCOUNTS -> {
                findings.add(CutoverFinding.warning(
                        "The fence refuses only these accounts: "
                                + settings.accounts().stream()
                                        .map(SourceAccount::toString)
                                        .collect(Collectors.joining(", "))
                                + ".",
                        "make sure that no other account writes to the replicated tables"));
                findRunningEvents(findings, connection);
            }
            case MANAGED -> {
                findScheduledEvents(findings, connection, "they are disabled");
                findTrusted(findings, connection);
            }
            case HOOK -> findRunningEvents(findings, connection);
        }
    }

    /** @param means how this fence stops events */
    private static void findScheduledEvents(List<CutoverFinding> findings, Connection connection, String means)
            throws SQLException {
        List<String> events = SourceEvents.running(connection);
        if (!events.isEmpty()) {
            findings.add(CutoverFinding.warning(
                    "The source has " + events.size() + " enabled events, which do not run from FENCE until the source"
                            + " accepts writes again (" + means + "): " + names(events) + ".",
                    "create replacements on the target for those that the application needs"));
        }
    }

    /** The fence trusts Gaussferry's accounts, and those of the service. */
    private void findTrusted(List<CutoverFinding> findings, Connection connection) throws SQLException {
        SourceCensus census = new SourceCensus(users, settings.serviceUsers());
        Set<String> service = census.serviceAccounts(connection);
        if (!service.isEmpty()) {
            findings.add(CutoverFinding.warning(
                    "The fence trusts the accounts of the service, whose writes nothing refuses: "
                            + names(List.copyOf(service)) + ".",
                    "make sure that no application and no administrator of yours uses them"));
        }
        List<SourceCensus.Session> distant = census.distant(connection);
        if (!distant.isEmpty()) {
            findings.add(CutoverFinding.warning(
                    "Sessions from other machines use an account of Gaussferry, which the fence does not refuse: "
                            + names(distant.stream()
                                    .map(SourceCensus.Session::toString)
                                    .toList())
                            + ".",
                    "create an account that only Gaussferry uses"));
        }
    }

    private void findRunningEvents(List<CutoverFinding> findings, Connection connection) throws SQLException {
        boolean sees = SourceLink.rows(connection, "SHOW GRANTS").stream()
                .map(row -> row.get(0))
                .anyMatch(grant ->
                        grant.contains(" ON *.* ") && (grant.contains("ALL PRIVILEGES") || grant.contains("EVENT")));
        if (!sees) {
            findings.add(CutoverFinding.warning(
                    "Events of the source may write behind this fence, and the account " + source.user()
                            + " cannot see all of them.",
                    "GRANT EVENT ON *.* TO the account, or disable the events that write to the replicated tables"));
        }
        List<String> events = SourceEvents.running(connection);
        if (!events.isEmpty()) {
            findings.add(CutoverFinding.warning(
                    "Events of the source may write behind this fence, because an event runs even if its definer is locked: "
                            + names(events) + ".",
                    "disable those that write to the replicated tables: ALTER EVENT … DISABLE; a cutover that finds"
                            + " their writes is rolled back"));
        }
    }

    private void findAdministrators(List<CutoverFinding> findings, Connection connection) throws SQLException {
        List<String> accounts;
        try {
            accounts = administrators(connection);
        } catch (SQLException e) {
            accounts = List.of("not known, the account " + source.user() + " may not read mysql.user");
        }
        if (accounts.isEmpty()) {
            return;
        }
        String missing = WallPrivileges.missing(connection, source);
        String problem = "After the switch the source stays read_only for reverse replication. Accounts with SUPER or"
                + " CONNECTION_ADMIN pass that: " + names(accounts) + ". ";
        findings.add(
                missing.isEmpty()
                        ? CutoverFinding.warning(
                                problem + "Triggers on the tables refuse their rows, but not TRUNCATE and other DDL.",
                                "stop programs of these accounts that change definitions")
                        : CutoverFinding.warning(
                                problem + "Nothing refuses their writes: " + missing + ".",
                                "grant TRIGGER on the databases to the account, and set log_bin_trust_function_creators"
                                        + " = 1 or grant SUPER; otherwise stop the programs of these accounts"));
    }

    /** Returns the accounts that are not locked, are not Gaussferry's, and pass {@code read_only}, directly or by a role. */
    private List<String> administrators(Connection connection) throws SQLException {
        Set<String> passing = new TreeSet<>();
        SourceLink.rows(connection, "SELECT CONCAT(user, '@', host) FROM mysql.user WHERE super_priv = 'Y'")
                .forEach(row -> passing.add(row.get(0)));
        try {
            SourceLink.rows(
                            connection,
                            "SELECT CONCAT(user, '@', host) FROM mysql.global_grants WHERE priv = 'CONNECTION_ADMIN'")
                    .forEach(row -> passing.add(row.get(0)));
            addMembers(
                    passing,
                    SourceLink.rows(
                            connection,
                            "SELECT CONCAT(from_user, '@', from_host), CONCAT(to_user, '@', to_host) FROM mysql.role_edges"));
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_TABLE) {
                throw e;
            }
        }
        List<String> accounts = new ArrayList<>();
        for (List<String> row : SourceLink.rows(
                connection,
                "SELECT user, CONCAT(user, '@', host) FROM "
                        + SourceDialect.of(connection).accounts()
                        + " WHERE account_locked = 'N' ORDER BY user, host")) {
            if (passing.contains(row.get(1)) && !row.get(0).equals(source.user())) {
                accounts.add(row.get(1));
            }
        }
        return accounts;
    }

    /** Adds the accounts to which a role of the set is granted, also by other roles. */
    private static void addMembers(Set<String> passing, List<List<String>> grants) {
        Deque<String> roles = new ArrayDeque<>(passing);
        while (!roles.isEmpty()) {
            String role = roles.remove();
            for (List<String> grant : grants) {
                if (grant.get(0).equals(role) && passing.add(grant.get(1))) {
                    roles.add(grant.get(1));
                }
            }
        }
    }

    private static String names(List<String> names) {
        return names.size() <= MAX_NAMES
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MAX_NAMES)) + " and " + (names.size() - MAX_NAMES) + " more";
    }
}
