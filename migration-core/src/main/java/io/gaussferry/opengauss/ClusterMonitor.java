package io.gaussferry.opengauss;

import io.gaussferry.checkpoint.PrimaryChangeStore;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.ClusterQueries;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.TargetHost;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the servers of a target for their roles, once a second, each on a thread of its own: a frozen server must not
 * delay the discovery of a new primary. Stores each change of the primary there: see {@link FormerPrimaries}. Does nothing if the URL names one
 * server.
 */
public final class ClusterMonitor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterMonitor.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final TargetCluster cluster;
    private final PrimaryChangeStore changes;
    private final List<Thread> threads = new ArrayList<>();

    private ClusterMonitor(TargetCluster cluster, PrimaryChangeStore changes) {
        this.cluster = cluster;
        this.changes = changes;
    }

    /**
     * Starts the threads.
     *
     * @param changes the store of the changes of the primary
     */
    public static ClusterMonitor start(TargetCluster cluster, PrimaryChangeStore changes) {
        ClusterMonitor monitor = new ClusterMonitor(cluster, changes);
        if (cluster.hasSeveralHosts()) {
            cluster.decision().nameChanges();
            for (TargetHost host : cluster.hosts()) {
                Thread thread = new Thread(monitor.new HostWatch(host), "target-monitor-" + host);
                thread.setDaemon(true);
                monitor.threads.add(thread);
                thread.start();
            }
        }
        return monitor;
    }

    /** Asks one server. */
    private final class HostWatch implements Runnable {

        private final TargetHost host;
        /** The number of the present question. */
        private long asked;
        /** The name of the change whose failure to be stored was logged; null for none. */
        private @Nullable String reported;

        private HostWatch(TargetHost host) {
            this.host = host;
        }

        @Override
        public void run() {
            while (!Thread.currentThread().isInterrupted()) {
                asked = cluster.ask();
                try (Connection opened = cluster.probe().open(host)) {
                    ask(opened);
                } catch (SQLException e) {
                    cluster.report(asked, List.of(HostProbe.failed(host, e)));
                    pause();
                }
            }
        }

        /** Asks over one connection until it fails. */
        private void ask(Connection opened) throws SQLException {
            TargetDialect dialect = HostProbe.dialect(opened);
            while (!Thread.currentThread().isInterrupted()) {
                asked = cluster.ask();
                HostState state = HostProbe.state(host, opened, dialect);
                if (state.role() == HostRole.PRIMARY) {
                    observeCommits(opened, dialect.cluster());
                }
                findEvidence(opened);
                cluster.report(asked, List.of(state));
                storeChange(opened);
                pause();
            }
        }

        /** Commits to the disk of the server, without waiting for a standby. */
        private void save(Connection opened, String name) throws SQLException {
            opened.setAutoCommit(false);
            try {
                Sql.execute(opened, "SET LOCAL synchronous_commit = local");
                changes.save(opened, name, host.toString());
                opened.commit();
            } finally {
                opened.rollback();
                opened.setAutoCommit(true);
            }
        }

        private void observeCommits(Connection opened, ClusterQueries queries) throws SQLException {
            cluster.commitWaits()
                    .record(new CommitWaits.Observation(
                            host, CommitRules.read(opened, queries), commitWait(opened, queries)));
        }

        /** For display only: an account that must not see it must not make the server unreachable. */
        private @Nullable Double commitWait(Connection opened, ClusterQueries queries) {
            try {
                OptionalDouble seconds = Sql.first(opened, ClusterMonitor::seconds, queries.commitWaitQuery())
                        .orElse(OptionalDouble.empty());
                return seconds.isPresent() ? Double.valueOf(seconds.getAsDouble()) : null;
            } catch (SQLException e) {
                LOG.debug("Cannot read which commits wait on {}: {}", host, RowValueMarks.message(e));
                return null;
            }
        }

        /** Looks on a former primary for the name that its successor has. */
        private void findEvidence(Connection opened) throws SQLException {
            String name = cluster.decision().evidence(host).orElse(null);
            if (name != null && changes.has(opened, name)) {
                cluster.decision().rebuilt(host, name);
            }
        }

        /** Stores the name of the last change on the primary. A failure leaves former primaries refused, and the next question retries. */
        private void storeChange(Connection opened) throws SQLException {
            String name = cluster.decision().nameToStore(host).orElse(null);
            if (name == null) {
                return;
            }
            if (!changes.isSupported(opened)) {
                cluster.decision().withoutName(host);
                return;
            }
            try {
                // an earlier commit may have succeeded without an answer
                if (!changes.has(opened, name)) {
                    save(opened, name);
                }
                cluster.decision().stored(host, name);
            } catch (SQLException e) {
                if (!name.equals(reported)) {
                    reported = name;
                    LOG.warn(
                            "{} cannot store the change of the primary, so that a former primary remains refused; retrying: {}",
                            host,
                            RowValueMarks.message(e));
                }
            }
        }
    }

    private static OptionalDouble seconds(ResultSet row) throws SQLException {
        double seconds = row.getDouble(1);
        return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    private static void pause() {
        try {
            Thread.sleep(INTERVAL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the threads; does not wait for them. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        LOG.debug("The roles of the target's servers are no longer observed");
    }
}
