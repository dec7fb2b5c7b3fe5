package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.catalog.Grants;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Determines whether {@link ManagedFence} can refuse every writer and undo its changes exactly. Changes nothing. */
final class ManagedFenceCheck {

    private static final int MAX_NAMES = 10;

    /** Databases of the server, whose events belong to the service. */
    private static final Set<String> SYSTEM_DATABASES =
            Set.of("mysql", "sys", "information_schema", "performance_schema");

    private record Problem(String problem, String remedy) {}

    private final Connection source;
    private final SourceCensus census;
    private final Grants grants;
    private final List<Problem> problems = new ArrayList<>();

    private ManagedFenceCheck(Connection source, SourceCensus census, Grants grants) {
        this.source = source;
        this.census = census;
        this.grants = grants;
    }

    /** @throws GaussferryException if the fence could let a writer through, or could not be released exactly */
    static void require(Connection source, SourceCensus census) throws SQLException {
        ManagedFenceCheck check = new ManagedFenceCheck(source, census, grants(source));
        check.checkPrivileges();
        check.checkAccounts();
        check.checkEvents();
        check.checkOtherWays();
        if (!check.problems.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.FENCE_UNPROVABLE,
                    "The fence managed cannot refuse every writer of the source: "
                            + String.join(
                                    "; ",
                                    check.problems.stream()
                                            .map(Problem::problem)
                                            .toList())
                            + ".",
                    String.join(
                            "; ", check.problems.stream().map(Problem::remedy).toList()),
                    null);
        }
    }

    /** Returns the grants of the connection's account with its active roles. */
    static Grants grants(Connection source) throws SQLException {
        return Grants.parse(SourceLink.rows(source, "SHOW GRANTS").stream()
                .map(row -> row.get(0))
                .toList());
    }

    private void add(String problem, String remedy) {
        problems.add(new Problem(problem, remedy));
    }

    private void checkPrivileges() throws SQLException {
        List<String> missing = List.of("CREATE USER", "PROCESS", "EVENT").stream()
                .filter(privilege -> !grants.hasGlobal(privilege))
                .toList();
        if (!missing.isEmpty()) {
            add(
                    "its account lacks " + String.join(", ", missing),
                    "GRANT " + String.join(", ", missing) + " ON *.* TO the account of gaussferry.cutover");
        }
        if (SessionKill.of(source, grants).isEmpty()) {
            add(
                    "its account can end no session of other accounts: it has neither CONNECTION_ADMIN nor a procedure such as"
                            + " mysql.rds_kill",
                    "grant CONNECTION_ADMIN, or EXECUTE on the service's procedure; otherwise use gaussferry.cutover.fence: hook"
                            + " with the service's read-only switch");
        }
    }

    private void checkAccounts() throws SQLException {
        if (grants.hasGlobal("SYSTEM_USER")) {
            return;
        }
        Set<SourceAccount> systemUsers = SourceCensus.systemUsers(source);
        List<SourceAccount> protectedAccounts = census.unlocked(source, census.trusted(source)).stream()
                .filter(systemUsers::contains)
                .toList();
        if (!protectedAccounts.isEmpty()) {
            add(
                    "accounts with SYSTEM_USER cannot be locked: " + names(protectedAccounts),
                    "lock them (ALTER USER … ACCOUNT LOCK) as an administrator; if they belong to the service, name them in"
                            + " gaussferry.cutover.service-accounts");
        }
    }

    private void checkEvents() throws SQLException {
        List<String> hidden =
                Sql.list(source, rows -> rows.getString(1), "SELECT schema_name FROM information_schema.schemata")
                        .stream()
                        .filter(schema -> !SYSTEM_DATABASES.contains(schema))
                        .filter(schema -> grants.hasGlobal("EVENT") && !grants.hasOnSchema("EVENT", schema))
                        .toList();
        if (!hidden.isEmpty()) {
            add(
                    "its account cannot see the events of " + names(hidden),
                    "GRANT EVENT ON these databases TO the account of gaussferry.cutover");
        }
        List<EnabledEvent> events = census.events(source, census.trusted(source));
        List<EnabledEvent> changed = new ArrayList<>();
        Set<SourceAccount> systemUsers = SourceCensus.systemUsers(source);
        Set<SourceAccount> known = Set.copyOf(SourceCensus.accounts(source, "SELECT user, host FROM mysql.user"));
        boolean definesNothing = !mayDefine();
        for (EnabledEvent event : events) {
            boolean isProtected = systemUsers.contains(event.definer()) && !grants.hasGlobal("SYSTEM_USER");
            boolean isOrphan = !known.contains(event.definer()) && !mayDefineOrphans();
            if (definesNothing || isProtected || isOrphan || !event.isRestorable() || census.isOwn(event.definer())) {
                changed.add(event);
            }
        }
        if (!changed.isEmpty()) {
            add(
                    "enabled events cannot be disabled and enabled again exactly: " + names(changed),
                    "disable them for the cutover (ALTER EVENT … DISABLE), or grant SET_USER_ID (from 8.2 on SET_ANY_DEFINER)"
                            + " to the account of gaussferry.cutover");
        }
    }

    /** Returns whether the account may keep another account as the definer of an event. */
    private boolean mayDefine() throws SQLException {
        boolean isNew = ServerVersion.of(source).isAtLeast(8, 2, 0);
        return grants.hasGlobal("SUPER") && !isNew
                || grants.hasGlobal("SET_USER_ID")
                || grants.hasGlobal("SET_ANY_DEFINER");
    }

    private boolean mayDefineOrphans() throws SQLException {
        return !ServerVersion.of(source).isAtLeast(8, 2, 0) || grants.hasGlobal("ALLOW_NONEXISTENT_DEFINER");
    }

    private void checkOtherWays() throws SQLException {
        List<String> ways = SourceCensus.otherWays(source);
        if (!ways.isEmpty()) {
            add(
                    "changes reach the source without an account: " + names(ways),
                    "use the primary as the source; remove channels that are not needed (RESET REPLICA ALL, or the service's"
                            + " procedure)");
        }
    }

    /** Returns the first names, and the number of the others. */
    static String names(List<?> names) {
        List<String> first =
                names.stream().limit(MAX_NAMES).map(Object::toString).toList();
        return String.join(", ", first)
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "");
    }
}
