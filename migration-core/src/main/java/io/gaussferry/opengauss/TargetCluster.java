package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.target.cluster.CommitRule;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.PrimarySelection;
import io.gaussferry.target.cluster.TargetHost;
import io.gaussferry.target.cluster.TargetUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opengauss.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers that a target's URL names, and the primary among them. All connections of a process go to the primary.
 * When another server becomes the primary, the connections to the former one are aborted: their owners continue from
 * the new primary's progress.
 *
 * <p>A server that was replaced as primary is not used again before it has been a standby, because it may come back as
 * primary: see {@link PrimarySelection}. If the URL names one server, that one is used, whatever its role. Thread-safe.
 */
public final class TargetCluster {

    private static final Logger LOG = LoggerFactory.getLogger(TargetCluster.class);

    /** SQLSTATE of a connection failure. */
    private static final String CONNECTION_FAILURE = "08006";

    private final String given;
    private final TargetUrl url;
    private final HostProbe probe;
    /** The last known state of each host. Guarded by this object, as are the following fields. */
    private final Map<TargetHost, HostState> states = new HashMap<>();

    private final Set<TargetHost> replaced = new HashSet<>();
    /** The open connections by host. Closed ones are removed when another one is opened. */
    private final Map<Connection, TargetHost> connections = new HashMap<>();

    private long term = HostState.UNKNOWN_TERM;
    private CommitRule commitRule = CommitRule.NONE;
    private int changes;
    private @Nullable TargetHost primary;
    private @Nullable GaussferryException problem;

    /**
     * @param url JDBC URL of the openGauss driver; may name several hosts
     * @param user account for questions about roles
     * @param password its password
     */
    public TargetCluster(String url, String user, String password) {
        this.given = url;
        this.url = TargetUrl.parse(url);
        this.probe = new HostProbe(this.url, user, password);
        for (TargetHost host : this.url.hosts()) {
            states.put(host, new HostState(host, HostRole.UNREACHABLE, "not asked yet"));
        }
    }

    /** Returns the hosts that the URL names; empty if it cannot be parsed. */
    public List<TargetHost> hosts() {
        return url.hosts();
    }

    /** Returns whether the URL names several hosts. */
    public boolean hasSeveralHosts() {
        return url.hosts().size() > 1;
    }

    /** Returns the primary that is known; empty for a single host, or before the first connection. */
    public synchronized Optional<TargetHost> primary() {
        return Optional.ofNullable(primary);
    }

    /** Returns the last known states, in the URL's order. */
    public synchronized List<HostState> states() {
        List<HostState> found = new ArrayList<>();
        url.hosts().forEach(host -> found.add(Objects.requireNonNull(states.get(host))));
        return found;
    }

    /** Returns how often another server has become the primary since this object was created. */
    public synchronized int changes() {
        return changes;
    }

    /** Returns why no server may be used at present; empty if one may. */
    public synchronized String problem() {
        return problem == null ? "" : problem.problem();
    }

    /** Opens a connection by a URL of one host. */
    public interface Opener {
        /** Opens it; the caller closes it. */
        Connection open(String url) throws SQLException;
    }

    /** A connection and its host; null if the URL names one host. */
    record Opened(Connection connection, @Nullable TargetHost host) {}

    /**
     * Opens a connection to the primary.
     *
     * @throws SQLException if the server cannot be reached or rejects the account
     * @throws GaussferryException of category RETRY if no server may be used at present
     */
    Opened open(Properties properties) throws SQLException {
        if (!hasSeveralHosts()) {
            return new Opened(connect(given, properties), null);
        }
        TargetHost known = usable();
        if (known != null) {
            try {
                return new Opened(open(known, properties), known);
            } catch (SQLException e) {
                LOG.debug("{} was the primary, and is not reached: {}", known, RowValueMarks.message(e));
            }
        }
        TargetHost chosen = select();
        return new Opened(open(chosen, properties), chosen);
    }

    /** Returns the known primary; null if none is known. Throws if no server may be used. */
    private synchronized @Nullable TargetHost usable() {
        return problem == null ? primary : null;
    }

    /**
     * Opens a connection to a host that must be the primary.
     *
     * @throws SQLException if it cannot be reached, or is not the primary any longer
     */
    Connection open(TargetHost host, Properties properties) throws SQLException {
        requireUsable(host);
        Connection opened = connect(url.of(host), properties);
        try {
            HostState state = probe.state(host, opened);
            if (state.role() != HostRole.PRIMARY) {
                throw new SQLException("The target's server " + state, CONNECTION_FAILURE);
            }
            track(opened, host);
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Requires that a host is not known to be replaced.
     *
     * @throws SQLException like that of a lost connection
     */
    synchronized void requireUsable(TargetHost host) throws SQLException {
        TargetHost known = primary;
        if (known != null && !known.equals(host)) {
            throw new SQLException(host + " is no longer the target's primary: " + known + " is", CONNECTION_FAILURE);
        }
        GaussferryException current = problem;
        if (current != null && current.code() == ErrorCode.TARGET_PRIMARIES_SEVERAL) {
            throw new SQLException(current.problem(), CONNECTION_FAILURE);
        }
    }

    private synchronized void track(Connection opened, TargetHost host) throws SQLException {
        // the decision may have changed while the connection was opened
        requireUsable(host);
        connections.keySet().removeIf(TargetCluster::isClosed);
        connections.put(opened, host);
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /**
     * Opens a connection to the primary with other properties, such as a replication connection.
     *
     * @param opener opens it by a URL that names the primary only
     * @throws SQLException if the server cannot be reached or rejects the account
     * @throws GaussferryException of category RETRY if no server may be used at present
     */
    public Connection openOther(Opener opener) throws SQLException {
        if (!hasSeveralHosts()) {
            return opener.open(given);
        }
        TargetHost known = usable();
        TargetHost host = known == null ? select() : known;
        Connection opened = opener.open(url.of(host));
        try {
            track(opened, host);
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /** Asks all hosts for their roles, and returns the primary. */
    private TargetHost select() {
        report(probe.states(url.hosts()));
        synchronized (this) {
            if (problem != null) {
                throw problem;
            }
            return Objects.requireNonNull(primary);
        }
    }

    HostProbe probe() {
        return probe;
    }

    /** Records when a primary acknowledges commits. */
    void report(TargetHost host, CommitRule rule) {
        boolean wasBlocked;
        synchronized (this) {
            wasBlocked = commitRule.isBlocked();
            commitRule = rule;
        }
        if (rule.isBlocked() != wasBlocked) {
            LOG.warn(
                    rule.isBlocked()
                            ? "Commits on {} wait for a standby (synchronous_standby_names \"{}\"), and none is connected: a cutover's"
                                    + " decisions and an application's commits do not return until one is. Connect a standby, or set"
                                    + " most_available_sync to on"
                            : "Commits on {} no longer wait for a missing standby (synchronous_standby_names \"{}\")",
                    host,
                    rule.names());
        }
    }

    /** Returns when the primary acknowledges commits, as last observed. */
    public synchronized CommitRule commitRule() {
        return commitRule;
    }

    /** Records states, and decides again which server is the primary. */
    void report(Collection<HostState> reported) {
        PrimarySelection.Memory memory;
        List<HostState> all;
        synchronized (this) {
            for (HostState state : reported) {
                states.put(state.host(), state);
                if (state.role() == HostRole.STANDBY) {
                    replaced.remove(state.host());
                }
            }
            memory = new PrimarySelection.Memory(replaced, term);
            all = states();
        }
        PrimarySelection selection = PrimarySelection.of(all, memory);
        if (selection.outcome() == PrimarySelection.Outcome.SEVERAL) {
            // terms cost a replication connection each, and are needed only here
            List<HostState> withTerms = new ArrayList<>(all);
            selection.states().forEach(state -> {
                withTerms.remove(state);
                withTerms.add(probe.withTerm(state));
            });
            selection = PrimarySelection.of(withTerms, memory);
        }
        decide(selection);
    }

    private void decide(PrimarySelection selection) {
        List<Connection> aborted = new ArrayList<>();
        synchronized (this) {
            TargetHost before = primary;
            GaussferryException former = problem;
            switch (selection.outcome()) {
                case FOUND -> found(selection.primary());
                case MISSING -> problem = missing(selection);
                case SEVERAL -> problem = conflict(selection);
                case REPLACED -> problem = replaced(selection);
            }
            GaussferryException current = problem;
            if (current != null && (former == null || !former.problem().equals(current.problem()))) {
                LOG.warn("{}", current.problem());
            }
            connections.forEach((connection, host) -> {
                if (mustLeave(host, selection)) {
                    aborted.add(connection);
                }
            });
            connections.keySet().removeAll(aborted);
            TargetHost now = primary;
            if (now != null && before != null && !now.equals(before)) {
                LOG.warn("The target's primary is now {}, before: {}", now, before);
            }
        }
        aborted.forEach(ConnectionAborter::abort);
    }

    private void found(HostState found) {
        problem = null;
        TargetHost before = primary;
        if (before != null && !before.equals(found.host())) {
            changes++;
            HostState then = states.get(before);
            if (then == null || then.role() != HostRole.STANDBY) {
                replaced.add(before);
            }
        }
        primary = found.host();
        replaced.remove(found.host());
        term = Math.max(term, found.term());
    }

    /** Returns whether connections to a host must not be used any longer. A server that does not answer may recover. */
    private boolean mustLeave(TargetHost host, PrimarySelection selection) {
        return switch (selection.outcome()) {
            case FOUND -> !host.equals(selection.primary().host());
            case MISSING -> {
                HostState state = states.get(host);
                yield state != null && state.role() != HostRole.UNREACHABLE;
            }
            case SEVERAL, REPLACED -> true;
        };
    }

    private static GaussferryException missing(PrimarySelection selection) {
        return new GaussferryException(
                ErrorCode.TARGET_PRIMARY_MISSING,
                "No server of the target is the primary: " + selection.describe() + ".",
                "no action needed during a switchover: retrying; otherwise promote a standby (gs_ctl failover), or start the primary",
                null);
    }

    private static GaussferryException conflict(PrimarySelection selection) {
        return new GaussferryException(
                ErrorCode.TARGET_PRIMARIES_SEVERAL,
                "Several servers of the target are primary: " + selection.describe()
                        + ". Nothing is written to any of them.",
                "stop the wrong one, and rebuild it as a standby (gs_ctl build); replication then continues",
                null);
    }

    private static GaussferryException replaced(PrimarySelection selection) {
        return new GaussferryException(
                ErrorCode.TARGET_PRIMARIES_SEVERAL,
                "The only primary of the target was replaced before, and has not been a standby since: "
                        + selection.describe()
                        + ". Nothing is written to it.",
                "rebuild it as a standby of the server that replaced it (gs_ctl build); if it is to be the primary although it lacks"
                        + " transactions, restart the daemon",
                null);
    }

    private static Connection connect(String url, Properties properties) throws SQLException {
        Properties own = new Properties();
        own.putAll(properties);
        Connection opened = new Driver().connect(url, own);
        if (opened == null) {
            throw new IllegalArgumentException("not a URL of this driver");
        }
        return opened;
    }
}
