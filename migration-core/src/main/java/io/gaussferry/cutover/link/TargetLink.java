package io.gaussferry.cutover.link;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetDialect;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on the target, over one connection that is opened when it is needed and again after it was lost. Those that write prove that
 * their daemon owns the pipeline. Thread-safe.
 */
public final class TargetLink implements AutoCloseable {

    /** A target that does not answer for so long is taken for one that is gone. Creating objects has a bound of its own. */
    private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(20);

    private static final int CONNECTIONS = 2;

    /** The log is written in its order: with such a commit, those of the appliers before it are on disk. */
    private static final String DURABLE = "SET LOCAL synchronous_commit = on";

    private final TargetSettings settings;
    private @Nullable TargetSessions sessions;
    private @Nullable Connection connection;

    /** A link that connects when it is first needed. */
    public TargetLink(TargetSettings settings) {
        this.settings = settings;
    }

    /** What is done in one transaction. */
    public interface Work<T> {
        /** Does it; the caller commits. */
        T in(Connection connection) throws SQLException, InterruptedException;
    }

    /**
     * Reads in one transaction, in which the server refuses writes.
     *
     * @param what what is read, as words behind "could not"
     * @throws GaussferryException of category RETRY if the target is gone
     */
    public <T> T read(String what, Work<T> work) throws InterruptedException {
        return transact(what, connection -> {
            execute(connection, "SET TRANSACTION READ ONLY");
            return work.in(connection);
        });
    }

    /**
     * Writes in one transaction, of which nothing is lost once it is committed, nor of any before it.
     *
     * @param what what is done, as words behind "could not"
     * @param proof asked first: nobody takes over the pipeline before the commit
     * @throws GaussferryException of category RETRY if the target is gone: then it may have been committed
     */
    public <T> T write(String what, OwnershipProof proof, Work<T> work) throws InterruptedException {
        return transact(what, connection -> {
            execute(connection, DURABLE);
            proof.hold(connection);
            return work.in(connection);
        });
    }

    /** Takes over the pipeline, whoever owns it, also where it was switched over; empty if it has no progress. */
    public Optional<Ownership> takeOver(String pipeline) throws InterruptedException {
        return transact("take over the pipeline", connection -> {
            execute(connection, DURABLE);
            return new ProgressStore(pipeline).takeRight(connection);
        });
    }

    private synchronized <T> T transact(String what, Work<T> work) throws InterruptedException {
        boolean done = false;
        try {
            Connection target = open();
            T result = work.in(target);
            target.commit();
            done = true;
            return result;
        } catch (SQLException e) {
            throw Attempt.failure(
                    what, "look at what the message names; gaussferry cutover status tells how it stands", e);
        } finally {
            if (!done) {
                drop();
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns what the target is. */
    public synchronized TargetDialect dialect() throws InterruptedException {
        return Attempt.to("connect to the target", "check gaussferry.target.url, user and password", () -> {
            open();
            return sessions().dialect();
        });
    }

    /** Opens a connection of the caller's own, without autocommit. */
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
            known = sessions().open();
            known.setNetworkTimeout(Runnable::run, (int) ANSWER_PATIENCE.toMillis());
            connection = known;
        }
        return known;
    }

    /** After a failure nothing is assumed of the connection. */
    private void drop() {
        Connection known = connection;
        connection = null;
        if (known != null) {
            try {
                known.rollback();
                known.close();
            } catch (SQLException gone) {
                // then there is nothing to close
                close();
            }
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
