package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fence for servers on which no account has SUPER or SYSTEM_VARIABLES_ADMIN. It locks every account that could write, disables every event, ends every
 * session, and then proves by reading that no writer is left: accounts, sessions, transactions, events, and ways without an account. Accounts and
 * events are stored in tables of the server and in its binlog, so the fence survives a restart. Gaussferry's own accounts and those of
 * the service are exempt.
 */
public final class ManagedFence implements Fence {

    private static final Logger LOG = LoggerFactory.getLogger(ManagedFence.class);

    private static final String REMEDY =
            "grant the account of gaussferry.cutover what docs/guides/managed.md lists: CREATE USER,"
                    + " PROCESS, EVENT, SELECT on database mysql, and a way to end sessions";

    private static final String KIND = "MANAGED";

    /** The kinds of fence that lock accounts or need privileges which this one does not have. */
    private static final Set<String> OTHER_KINDS = Set.of("LOCK_ACCOUNTS", "SUPER_READ_ONLY");

    /** The server refreshes its list of transactions only if no session has read it for 0.1 s. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(150);

    /** A session that was not seen once may have been about to appear. */
    private static final int EMPTY_READINGS = 2;

    /** The time to close the fence of a server to which the source has failed over, before the caller tries again. */
    private static final Duration MAX_CLOSING = Duration.ofSeconds(10);

    private static final int ACCOUNTS_AT_ONCE = 200;

    private final SourceLink link;
    private final FenceRegistry registry;
    private final SourceCensus census;
    /** The server on which this object has closed the fence; empty if it has not. */
    private String closedServer = "";

    /**
     * @param gaussferry the user names of this migration
     * @param service the user names that the settings declare to belong to the service
     */
    public ManagedFence(SourceLink link, Set<String> gaussferry, Set<String> service) {
        this.link = link;
        this.registry = new FenceRegistry(link, KIND, true);
        this.census = new SourceCensus(gaussferry, service);
    }

    @Override
    public void prepare() throws InterruptedException {
        registry.prepare();
    }

    /** Fails if it cannot be proven that the fence would refuse every writer. */
    @Override
    public String capture(FenceOwner owner) throws InterruptedException {
        return link.ask("read the accounts of the source", REMEDY, source -> {
            SourceDialect.of(source).requireFence("managed");
            registry.requireNoKinds(source, owner, OTHER_KINDS);
            ManagedFenceCheck.require(source, census);
            return FenceMemoryFormat.of(found(source, owner, new ManagedMemory(server(source), Set.of(), Set.of()))
                    .toValues());
        });
    }

    /** Adds what has to be restored: what would be changed now, and what other owners have changed. */
    private ManagedMemory found(Connection source, FenceOwner owner, ManagedMemory known) throws SQLException {
        Set<String> trusted = census.trusted(source);
        ManagedMemory all = known.with(census.unlocked(source, trusted), census.events(source, trusted));
        for (ManagedMemory other : others(source, owner)) {
            all = all.with(other.accounts(), other.events());
        }
        return all;
    }

    private List<ManagedMemory> others(Connection source, FenceOwner owner) throws SQLException {
        return registry.others(source, owner).stream()
                .map(other -> ManagedMemory.of(other.memory()))
                .toList();
    }

    private static String server(Connection source) throws SQLException {
        return SourceLink.rows(source, "SELECT @@GLOBAL.server_uuid").get(0).get(0);
    }

    @Override
    public void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException {
        close(owner, memory, new Pace() {
            @Override
            public boolean isLast() {
                return control.left().compareTo(POLL_INTERVAL.multipliedBy(2)) <= 0;
            }

            @Override
            public void pause() throws InterruptedException {
                control.pause(POLL_INTERVAL);
            }
        });
    }

    /** The time between two attempts to find no writer. */
    private interface Pace {
        boolean isLast();

        void pause() throws InterruptedException;
    }

    /** Refuses new writers, and ends the others until two readings in a row find none. */
    private void close(FenceOwner owner, String memory, Pace pace) throws InterruptedException {
        long newest = 0;
        int empty = 0;
        while (true) {
            boolean changed = registry.exclusively(
                    "lock the accounts of the source", source -> refuseWriters(source, owner, memory));
            if (changed || newest == 0) {
                newest = WriterSessions.newest(link);
            }
            long latest = newest;
            List<String> writers = link.ask("end the sessions of the source", REMEDY, source -> end(source, latest));
            empty = writers.isEmpty() && !changed ? empty + 1 : 0;
            if (empty == EMPTY_READINGS) {
                closedServer = link.ask("read the source's identity", REMEDY, ManagedFence::server);
                return;
            }
            if (pace.isLast()) {
                throw new GaussferryException(
                        ErrorCode.SOURCE_NOT_FENCED,
                        "The fence could not end all writers of the source: " + ManagedFenceCheck.names(writers) + ".",
                        "find out why they do not end or return, and start the cutover again",
                        null);
            }
            pace.pause();
        }
    }

    /** Locks accounts and disables events, after they were recorded; returns whether there were any. */
    private boolean refuseWriters(Connection source, FenceOwner owner, String memory) throws SQLException {
        Set<String> trusted = census.trusted(source);
        registry.register(
                source,
                owner,
                found(source, owner, recorded(source, owner, memory)).toValues(),
                false);
        List<SourceAccount> accounts = census.unlocked(source, trusted);
        List<EnabledEvent> events = census.events(source, trusted);
        alter(source, "LOCK", accounts);
        for (EnabledEvent event : events) {
            event.alter(source, false);
        }
        return !accounts.isEmpty() || !events.isEmpty();
    }

    /** Returns the state before the fence. The stored row takes precedence: it has what was found after {@link #capture}. */
    private ManagedMemory recorded(Connection source, FenceOwner owner, String memory) throws SQLException {
        return ManagedMemory.of(registry.own(source, owner)
                .map(FenceRegistry.Entry::memory)
                .orElseGet(() -> FenceMemoryFormat.parse(memory)));
    }

    private static void alter(Connection source, String action, List<SourceAccount> accounts) throws SQLException {
        try (Statement statement = source.createStatement()) {
            for (int from = 0; from < accounts.size(); from += ACCOUNTS_AT_ONCE) {
                statement.execute("ALTER USER "
                        + accounts.subList(from, Math.min(from + ACCOUNTS_AT_ONCE, accounts.size())).stream()
                                .map(SourceAccount::quoted)
                                .collect(Collectors.joining(", "))
                        + " ACCOUNT " + action);
            }
        }
    }

    /** Ends the sessions that could write, and returns the writers that were found. */
    private List<String> end(Connection source, long newest) throws SQLException {
        Set<String> trusted = census.trusted(source);
        List<SourceCensus.Session> sessions = census.sessions(source, trusted, census.harmless(source), newest);
        List<String> writers = new ArrayList<>();
        if (!sessions.isEmpty()) {
            SessionKill kill = SessionKill.of(source, ManagedFenceCheck.grants(source))
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCode.FENCE_UNPROVABLE,
                            "The account of the fence can no longer end sessions of the source.",
                            REMEDY,
                            null));
            for (SourceCensus.Session session : sessions) {
                kill.end(source, session);
                writers.add("session " + session);
            }
            LOG.info("Ended {} sessions of the source", sessions.size());
        }
        census.transactions(source, trusted).forEach(transaction -> writers.add("transaction " + transaction));
        return writers;
    }

    @Override
    public String gap(String memory) throws InterruptedException {
        return link.ask("verify the source's fence", REMEDY, source -> {
            List<String> gaps = gaps(
                    source, ManagedMemory.of(FenceMemoryFormat.parse(memory)).server());
            census.transactions(source, census.trusted(source))
                    .forEach(transaction -> gaps.add("transaction " + transaction + " is open"));
            return String.join("; ", gaps);
        });
    }

    @Override
    public String gapAfterSwitch(String memory) throws InterruptedException {
        return link.ask("verify the source's fence", REMEDY, source -> {
            String captured = ManagedMemory.of(FenceMemoryFormat.parse(memory)).server();
            return String.join("; ", gaps(source, closedServer.isEmpty() ? captured : closedServer));
        });
    }

    /** @param server on which the fence was closed: no session that logged in before is left there */
    private List<String> gaps(Connection source, String server) throws SQLException {
        List<String> gaps = new ArrayList<>();
        if (!server(source).equals(server)) {
            gaps.add("the source is another server than the one that was fenced");
        }
        Set<String> trusted = census.trusted(source);
        addAll(gaps, "accounts are not locked: ", census.unlocked(source, trusted));
        addAll(gaps, "sessions are open: ", census.sessions(source, trusted, census.harmless(source), 0));
        addAll(gaps, "events are enabled: ", census.events(source, trusted));
        addAll(gaps, "changes reach the source by ", SourceCensus.otherWays(source));
        return gaps;
    }

    private static void addAll(List<String> gaps, String what, Collection<?> found) {
        if (!found.isEmpty()) {
            gaps.add(what + ManagedFenceCheck.names(List.copyOf(found)));
        }
    }

    @Override
    public void recordSwitch(FenceOwner owner, String memory) {
        // the fence is the same after the switch
    }

    /** Closes the fence again if it has a gap; it never refused the account of reverse replication. */
    @Override
    public void admitReverseReplication(FenceOwner owner, String memory) throws InterruptedException {
        if (gapAfterSwitch(memory).isEmpty()) {
            return;
        }
        long end = System.nanoTime() + MAX_CLOSING.toNanos();
        close(owner, memory, new Pace() {
            @Override
            public boolean isLast() {
                return System.nanoTime() > end;
            }

            @Override
            public void pause() throws InterruptedException {
                Thread.sleep(POLL_INTERVAL.toMillis());
            }
        });
    }

    @Override
    public List<String> otherOwners(FenceOwner owner) throws InterruptedException {
        return registry.otherPipelines(owner, "read which pipelines have locked the accounts", REMEDY);
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        registry.exclusively("unlock the accounts of the source", source -> {
            ManagedMemory before = recorded(source, owner, memory);
            List<ManagedMemory> others = others(source, owner);
            Set<SourceAccount> existing =
                    new HashSet<>(SourceCensus.accounts(source, "SELECT user, host FROM mysql.user"));
            alter(
                    source,
                    "UNLOCK",
                    before.accounts().stream()
                            .filter(existing::contains)
                            .filter(account -> others.stream()
                                    .noneMatch(other -> other.accounts().contains(account)))
                            .toList());
            for (EnabledEvent event : before.events()) {
                if (others.stream().noneMatch(other -> other.has(event)) && event.exists(source)) {
                    event.alter(source, true);
                }
            }
            registry.unregister(source, owner);
            return true;
        });
    }
}
