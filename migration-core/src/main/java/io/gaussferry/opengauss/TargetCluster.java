package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.target.cluster.ClusterView;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.TargetHost;
import io.gaussferry.target.cluster.TargetUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.opengauss.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers that a target's URL names, and the primary among them. All connections of a process go to the primary.
 * When another server becomes the primary, the connections to the former one are aborted: their owners continue from
 * the new primary's progress.
 *
 * <p>A server that was replaced as primary is not used again before it was rebuilt, because it may come back as
 * primary: see {@link io.gaussferry.target.cluster.PrimarySelection} and {@link FormerPrimaries}. If the URL names one server, that one is used, whatever its role. Thread-safe.
 */
public final class TargetCluster {

    private static final Logger LOG = LoggerFactory.getLogger(TargetCluster.class);

    /** SQLSTATE of a connection failure. */
    private static final String CONNECTION_FAILURE = "08006";

    /** Longer than a switchover. A daemon that knows a primary does not wait here: it reports the problem, and retries. */
    private static final Duration LONGEST_CHANGE = Duration.ofSeconds(15);

    private static final Duration QUESTION_INTERVAL = Duration.ofMillis(500);

    private final Duration longestChange;
    private final String given;
    private final TargetUrl url;
    private final HostProbe probe;
    private final PrimaryDecision decision;
    private final CommitWaits commitWaits = new CommitWaits();
    /** The open connections by host. Closed ones are removed when another one is opened. Guarded by this object. */
    private final Map<Connection, TargetHost> connections = new HashMap<>();

    /**
     * @param url JDBC URL of the openGauss driver; may name several hosts
     * @param user account for questions about roles
     * @param password its password
     */
    public TargetCluster(String url, String user, String password) {
        this(url, user, password, LONGEST_CHANGE);
    }

    /** @param longestChange the time for which a process that has known no primary waits for one */
    TargetCluster(String url, String user, String password, Duration longestChange) {
        this.longestChange = longestChange;
        this.given = url;
        this.url = TargetUrl.parse(url);
        this.probe = new HostProbe(this.url, user, password);
        this.decision = new PrimaryDecision(this.url.hosts());
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
    public Optional<TargetHost> primary() {
        return decision.primary();
    }

    /** Returns the last known states, in the URL's order. */
    public List<HostState> states() {
        return decision.states();
    }

    /** Returns how often another server has become the primary since this object was created. */
    public int changes() {
        return decision.changes();
    }

    /** Returns why no server may be used at present; empty if one may. */
    public String problem() {
        GaussferryException current = decision.problem();
        return current == null ? "" : current.problem();
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
        TargetHost known = decision.usable().orElse(null);
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
    void requireUsable(TargetHost host) throws SQLException {
        decision.requireUsable(host);
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
        Optional<TargetHost> known = decision.usable();
        TargetHost host = known.isPresent() ? known.get() : select();
        Connection opened = opener.open(url.of(host));
        try {
            track(opened, host);
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Asks all hosts for their roles, and returns the primary. A process that has known none waits for one if a server answers: a command must not
     * fail because of a switchover.
     *
     * @throws SQLException if a server rejects the account, and no other one answers
     */
    private TargetHost select() throws SQLException {
        long end = System.nanoTime() + longestChange.toNanos();
        boolean isAwaited = decision.primary().isEmpty();
        boolean anyAnswers = ask(url.hosts());
        while (isAwaited && anyAnswers && isPrimaryMissing() && System.nanoTime() - end < 0 && pause()) {
            anyAnswers = ask(url.hosts());
        }
        return decision.require();
    }

    private boolean isPrimaryMissing() {
        GaussferryException current = decision.problem();
        return current != null && current.code() == ErrorCode.TARGET_PRIMARY_MISSING;
    }

    /** Returns false if the thread was interrupted. */
    private static boolean pause() {
        try {
            Thread.sleep(QUESTION_INTERVAL.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Asks hosts for their roles; returns whether any answers. */
    private boolean ask(List<TargetHost> hosts) throws SQLException {
        long asked = decision.ask();
        List<HostProbe.Reply> replies = probe.replies(hosts);
        report(asked, replies.stream().map(HostProbe.Reply::state).toList());
        boolean anyAnswers = !replies.stream().allMatch(HostProbe.Reply::isUnreachable);
        if (!anyAnswers) {
            Optional<SQLException> refusal = replies.stream()
                    .map(HostProbe.Reply::refusal)
                    .flatMap(Optional::stream)
                    .findFirst();
            if (refusal.isPresent()) {
                // a retry would be refused, too
                throw refusal.get();
            }
        }
        return anyAnswers;
    }

    PrimaryDecision decision() {
        return decision;
    }

    HostProbe probe() {
        return probe;
    }

    /** Returns whether the reason of a failure was that no server could be used, and one can be used now: a retry need not wait any longer. */
    public boolean hasRecoveredFrom(GaussferryException failure) {
        boolean wasUnusable = failure.code() == ErrorCode.TARGET_PRIMARY_MISSING
                || failure.code() == ErrorCode.TARGET_PRIMARIES_SEVERAL;
        return wasUnusable && decision.usable().isPresent();
    }

    /** Returns the observed commits of the primary. */
    CommitWaits commitWaits() {
        return commitWaits;
    }

    /** Returns the servers as of now; empty if the URL names one, whose role is not asked for. */
    public Optional<ClusterView> view() {
        if (!hasSeveralHosts()) {
            return Optional.empty();
        }
        Optional<TargetHost> used = decision.usable();
        CommitWaits.Observation observed = used.map(commitWaits::last).orElse(null);
        return Optional.of(new ClusterView(
                used.map(TargetHost::toString).orElse(null),
                decision.states().stream()
                        .map(state -> ClusterView.Host.of(
                                state, used.filter(state.host()::equals).isPresent()))
                        .toList(),
                decision.changes(),
                decision.secondsSinceChange(),
                decision.unusableSeconds(),
                observed == null ? null : observed.seconds(),
                observed == null ? null : Integer.valueOf(observed.rule().standbys()),
                observed == null ? null : Integer.valueOf(observed.rule().synchronous()),
                problem()));
    }

    /** Returns the number of a question that is about to be asked. */
    long ask() {
        return decision.ask();
    }

    /**
     * Records answers, and decides again which server is the primary.
     *
     * @param asked the number of the question, from {@link #ask}
     */
    void report(long asked, Collection<HostState> reported) {
        List<HostState> claiming = decision.record(reported.stream()
                .map(state -> new PrimaryDecision.Answer(state, asked))
                .toList());
        if (!claiming.isEmpty()) {
            // terms cost a replication connection each, and are needed only here
            decision.recordTerms(claiming.stream().map(probe::withTerm).toList());
        }
        abortReplaced();
    }

    private void abortReplaced() {
        List<Connection> aborted = new ArrayList<>();
        synchronized (this) {
            connections.forEach((connection, host) -> {
                if (decision.mustLeave(host)) {
                    aborted.add(connection);
                }
            });
            connections.keySet().removeAll(aborted);
        }
        aborted.forEach(ConnectionAborter::abort);
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
