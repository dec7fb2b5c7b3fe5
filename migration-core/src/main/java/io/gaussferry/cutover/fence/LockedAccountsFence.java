package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Locks the configured accounts and ends their sessions, for servers on which other databases must still accept writes. It does not refuse
 * other accounts; the check before a cutover reports that. An account that several pipelines lock is unlocked by the last that releases it.
 */
public final class LockedAccountsFence implements Fence {

    private static final String REMEDY =
            "grant the account of gaussferry.cutover CREATE USER, PROCESS, CONNECTION_ADMIN"
                    + " (SUPER before 8.0), and SELECT on mysql.user";

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** Writers would be refused for too long if the fence waited for events of longer intervals; the switch checks again. */
    private static final Duration MAX_OBSERVED_INTERVAL = Duration.ofSeconds(5);

    /** An event may start late and run for a moment. */
    private static final Duration EVENT_DELAY = Duration.ofSeconds(1);

    private final SourceLink link;
    private final FenceRegistry registry;
    private final List<SourceAccount> accounts;

    /** Creates a fence of the link's source against these accounts. */
    public LockedAccountsFence(SourceLink link, List<SourceAccount> accounts) {
        this.link = link;
        this.registry = new FenceRegistry(link, "LOCK_ACCOUNTS", true);
        this.accounts = List.copyOf(accounts);
    }

    @Override
    public void prepare() throws InterruptedException {
        registry.prepare();
    }

    @Override
    public String capture(FenceOwner owner) throws InterruptedException {
        return link.ask("read the state of the accounts to be locked", REMEDY, source -> {
            registry.requireNoKinds(source, owner, Set.of("MANAGED"));
            Map<String, String> memory = locked(source);
            for (FenceRegistry.Entry other : registry.others(source, owner)) {
                // the other owner has locked the account
                other.memory().forEach((account, before) -> memory.replace(account, before));
            }
            memory.put(FencedServer.NAME, FencedServer.of(source));
            return FenceMemoryFormat.of(memory);
        });
    }

    private Map<String, String> locked(Connection source) throws SQLException {
        Map<String, String> locked = new TreeMap<>();
        try (PreparedStatement select = source.prepareStatement(
                "SELECT account_locked FROM " + SourceDialect.of(source).accounts() + " WHERE user = ? AND host = ?")) {
            for (SourceAccount account : accounts) {
                select.setString(1, account.user());
                select.setString(2, account.host());
                try (ResultSet row = select.executeQuery()) {
                    if (!row.next()) {
                        throw new GaussferryException(
                                ErrorCode.SETTING_INVALID,
                                "The source has no account " + account + ", which gaussferry.cutover.accounts lists.",
                                "write it as the source does (SELECT user, host FROM mysql.user): user@host",
                                null);
                    }
                    locked.put(account.toString(), row.getString(1));
                }
            }
        }
        return locked;
    }

    @Override
    public void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException {
        registry.exclusively("lock the accounts of the source", source -> {
            registry.register(source, owner, FenceMemoryFormat.parse(memory), false);
            registry.write(source, () -> alter(source, "LOCK", accounts));
            return true;
        });
        // a login that has read the account before it was locked succeeds, up to connect_timeout later
        long newest = WriterSessions.newest(link);
        Set<String> users = accounts.stream().map(SourceAccount::user).collect(Collectors.toSet());
        while (link.ask(
                        "end the sessions of locked accounts",
                        REMEDY,
                        source -> WriterSessions.endSessionsOf(source, users, newest))
                > 0) {
            control.pause(POLL_INTERVAL);
        }
    }

    /** An event runs even if its definer is locked. */
    @Override
    public Duration observation() throws InterruptedException {
        return link.ask(
                "read the events of the source",
                REMEDY,
                source -> SourceEvents.shortestInterval(source)
                        .filter(interval -> interval.compareTo(MAX_OBSERVED_INTERVAL) <= 0)
                        .map(interval -> interval.plus(EVENT_DELAY))
                        .orElse(Duration.ZERO));
    }

    @Override
    public List<String> writersBehind() throws InterruptedException {
        return link.ask("read the events of the source", REMEDY, SourceEvents::running);
    }

    @Override
    public String gap(String memory) throws InterruptedException {
        boolean isFenced = link.ask(
                "read the source's identity",
                REMEDY,
                source -> FencedServer.is(source, FenceMemoryFormat.parse(memory)));
        if (!isFenced) {
            return FencedServer.GAP;
        }
        Map<String, String> now = link.ask("read the state of the locked accounts", REMEDY, this::locked);
        List<String> open = now.entrySet().stream()
                .filter(account -> !isLocked(account.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return open.isEmpty() ? "" : "accounts are no longer locked: " + String.join(", ", open);
    }

    @Override
    public void admitReverseReplication(FenceOwner owner, String memory) {
        // the fence never refused this account
    }

    @Override
    public void recordSwitch(FenceOwner owner, String memory) {
        // the fence is the same after the switch
    }

    @Override
    public List<String> otherOwners(FenceOwner owner) throws InterruptedException {
        Set<String> own = accounts.stream().map(SourceAccount::toString).collect(Collectors.toSet());
        return link.ask(
                "read which pipelines have locked the accounts",
                REMEDY,
                source -> registry.others(source, owner).stream()
                        .filter(other -> other.memory().keySet().stream().anyMatch(own::contains))
                        .map(other -> other.owner().pipeline())
                        .toList());
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        registry.exclusively("unlock the accounts of the source", source -> {
            Map<String, String> before = new TreeMap<>(registry.own(source, owner)
                    .map(FenceRegistry.Entry::memory)
                    .orElseGet(() -> FenceMemoryFormat.parse(memory)));
            before.remove(FencedServer.NAME);
            List<FenceRegistry.Entry> others = registry.others(source, owner);
            List<SourceAccount> unlocked = before.entrySet().stream()
                    .filter(account -> !isLocked(account.getValue()))
                    .filter(account ->
                            others.stream().noneMatch(other -> other.memory().containsKey(account.getKey())))
                    .map(account -> SourceAccount.parse(account.getKey()))
                    .toList();
            for (FenceRegistry.Entry other : others) {
                correct(source, before, other);
            }
            registry.write(source, () -> alter(source, "UNLOCK", unlocked));
            registry.unregister(source, owner);
            return true;
        });
    }

    /**
     * Corrects the record of another owner. A version that wrote no rows may have locked an account first; the other owner then assumes
     * that the account was always locked.
     */
    private void correct(Connection source, Map<String, String> before, FenceRegistry.Entry other) throws SQLException {
        Map<String, String> corrected = new TreeMap<>(other.memory());
        before.forEach((account, state) -> {
            if (!isLocked(state)) {
                corrected.replace(account, state);
            }
        });
        registry.register(source, other.owner(), corrected, other.settled());
    }

    private static boolean isLocked(String state) {
        return state.equals("Y");
    }

    private static void alter(Connection source, String action, List<SourceAccount> accounts) throws SQLException {
        try (Statement statement = source.createStatement()) {
            for (SourceAccount account : accounts) {
                // an account that was dropped meanwhile must not keep the others locked
                statement.execute("ALTER USER IF EXISTS " + account.quoted() + " ACCOUNT " + action);
            }
        }
    }
}
