package io.gaussferry.cutover.link;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.CommitRules;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.opengauss.decoding.StandbyFlush;
import io.gaussferry.state.TargetState;
import io.gaussferry.target.ClusterQueries;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.cluster.CommitRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions on the target. Its only connection is opened when needed, and reopened after it was lost. Writing transactions prove
 * that their daemon owns the pipeline. Thread-safe.
 */
public final class TargetLink implements AutoCloseable {

    /** A target that does not respond for this long is considered gone. The creation of objects has a limit of its own. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(20);

    /** Its own, and those of callers that create or remove objects in several sessions. */
    private static final int CONNECTIONS = 5;

    /** The log is sequential: such a commit also flushes the earlier commits of the appliers. */
    private static final String DURABLE = "SET LOCAL synchronous_commit = on";

    /** The setting of every session: such a commit does not wait for a standby, which may be missing. */
    private static final String ASYNCHRONOUS = "SET LOCAL synchronous_commit = off";

    private static final String READ_ONLY = "SET TRANSACTION READ ONLY";

    private final TargetSettings settings;
    private final @Nullable Opening opening;
    private @Nullable TargetSessions sessions;
    private @Nullable Connection connection;

    /** Creates a link that connects at its first use. */
    public TargetLink(TargetSettings settings) {
        this(settings, null);
    }

    /** @param opening opens the connection; null to use sessions of the target */
    TargetLink(TargetSettings settings, @Nullable Opening opening) {
        this.settings = settings;
        this.opening = opening;
    }

    /** Opens connections. */
    interface Opening {
        Connection open() throws SQLException;

        /** Returns the dialect of its connections. */
        TargetDialect dialect();
    }

    /** Work in one transaction. */
    public interface Work<T> {
        /** Performs the work; the caller commits. */
        T run(Connection connection) throws SQLException, InterruptedException;
    }

    /**
     * Reads in one read-only transaction.
     *
     * @param what a verb phrase that completes "could not"
     * @throws GaussferryException of category RETRY if the target cannot be reached
     */
    public <T> T read(String what, Work<T> work) throws InterruptedException {
        return transact(what, READ_ONLY, work);
    }

    /**
     * Writes in one transaction. Once committed, it is durable, and so is every earlier one.
     *
     * @param what a verb phrase that completes "could not"
     * @param proof verified first: no other daemon can take over the pipeline before the commit
     * @throws GaussferryException of category RETRY if the target cannot be reached; the transaction may have been committed then
     */
    public <T> T write(String what, OwnershipProof proof, Work<T> work) throws InterruptedException {
        return transact(what, DURABLE, connection -> {
            proof.hold(connection);
            return work.run(connection);
        });
    }

    /**
     * Waits until the target's standbys have everything that was committed before the call, so that a failover does not lose it: those that
     * commits wait for, or the most advanced one. Returns at once if none is connected, and commits do not wait for one.
     *
     * @param longest the time after which to return anyway
     * @return whether they have it, or none is connected
     */
    public boolean awaitStandbys(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        return transact("ask for the target's standbys", READ_ONLY, target -> {
            StandbyFlush.awaitCommitted(target, openedDialect(), () -> System.nanoTime() - end > 0);
            return System.nanoTime() - end < 0;
        });
    }

    /** Returns when the target acknowledges commits, with its connected standbys. */
    public CommitRule commitRule() throws InterruptedException {
        return transact(
                "read when the target acknowledges commits",
                READ_ONLY,
                target -> CommitRules.read(target, openedDialect().cluster()));
    }

    /**
     * Requires that a durable commit does not wait for a missing standby. It would not return, without an error.
     *
     * @param what a verb phrase that completes "could not"
     * @param transaction of this link
     * @throws GaussferryException of category RETRY if it would
     */
    public void requireCommits(String what, Connection transaction) throws SQLException {
        ClusterQueries queries = openedDialect().cluster();
        if (!CommitRules.withoutStandbys(transaction, queries).waits()) {
            return;
        }
        CommitRule rule = CommitRules.read(transaction, queries);
        if (rule.isBlocked()) {
            throw new GaussferryException(
                    ErrorCode.TARGET_COMMITS_HANG,
                    "Could not " + what + ": commits on the target wait for " + rule.required()
                            + " standby (synchronous_standby_names is '" + rule.names() + "'), and "
                            + rule.synchronous()
                            + " is connected.",
                    "connect a standby; on openGauss most_available_sync = on lets commits continue without one",
                    null);
        }
    }

    /** Returns whether the target's URL names several servers. */
    public boolean hasSeveralHosts() {
        return settings.cluster().hasSeveralHosts();
    }

    /** Upgrades Gaussferry's own tables, if there are any; returns whether they had an earlier version. */
    public boolean upgradeState() throws InterruptedException {
        return transact("upgrade the tables of schema gaussferry on the target", ASYNCHRONOUS, TargetState::upgrade);
    }

    /** Takes over the pipeline from any owner, even after the switch; empty if it has no progress. */
    public Optional<Ownership> takeOver(String pipeline) throws InterruptedException {
        return transact(
                "take over the pipeline", DURABLE, connection -> new ProgressStore(pipeline).raiseEpoch(connection));
    }

    private synchronized <T> T transact(String what, String first, Work<T> work) throws InterruptedException {
        boolean done = false;
        try {
            Connection target = begin(first);
            T result = work.run(target);
            target.commit();
            done = true;
            return result;
        } catch (SQLException e) {
            throw Attempt.failure(
                    what, "resolve the server's error; gaussferry cutover status shows the state of the cutover", e);
        } finally {
            if (!done) {
                drop();
            }
        }
    }

    /**
     * Starts a transaction with its first statement. A connection that was lost since the last transaction, as in a failover, is replaced:
     * nothing depends on it yet.
     */
    private Connection begin(String first) throws SQLException {
        boolean isReused = connection != null || sessions != null;
        try {
            return started(first);
        } catch (SQLException e) {
            if (!isReused || SqlFailure.of(e) != SqlFailure.CONNECTION) {
                throw e;
            }
            drop();
            return started(first);
        }
    }

    private Connection started(String first) throws SQLException {
        Connection target = open();
        Sql.execute(target, first);
        return target;
    }

    /** Returns the dialect of the target. */
    public synchronized TargetDialect dialect() throws InterruptedException {
        return Attempt.to("connect to the target", "check gaussferry.target.url, user and password", () -> {
            open();
            return openedDialect();
        });
    }

    /** Returns the dialect of the open connection. */
    private TargetDialect openedDialect() throws SQLException {
        return opening == null ? sessions().dialect() : opening.dialect();
    }

    /** Opens a new connection for the caller, without autocommit. */
    public synchronized Connection openAnother() throws SQLException {
        return sessions().open();
    }

    private TargetSessions sessions() throws SQLException {
        TargetSessions known = sessions;
        if (known == null) {
            known = new TargetSessions(settings, CONNECTIONS);
            sessions = known;
        }
        return known;
    }

    private Connection open() throws SQLException {
        Connection known = connection;
        if (known == null) {
            known = opening == null ? openSession() : opening.open();
            connection = known;
        }
        return known;
    }

    private Connection openSession() throws SQLException {
        Connection session = sessions().open();
        session.setNetworkTimeout(Runnable::run, (int) RESPONSE_TIMEOUT.toMillis());
        return session;
    }

    /** Closes the connection: its state after a failure is unknown. Without one, the server may be another one next time. */
    private void drop() {
        Connection known = connection;
        connection = null;
        if (known == null) {
            close();
            return;
        }
        try {
            known.rollback();
            known.close();
        } catch (SQLException gone) {
            // the connection is already gone
            close();
        }
    }

    @Override
    public synchronized void close() {
        connection = null;
        TargetSessions known = sessions;
        sessions = null;
        if (known != null) {
            known.close();
        }
    }
}
