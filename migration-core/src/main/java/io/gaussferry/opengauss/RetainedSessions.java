package io.gaussferry.opengauss;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.lifecycle.Quietly;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retains a pipeline's sessions on the target between its runs. Each definition change ends a run, and the logins of a new one took
 * longer than the change itself. Thread-safe.
 */
public final class RetainedSessions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RetainedSessions.class);

    /** The time to close a pool, whose connections are returned or aborted already. */
    private static final Duration LONGEST_CLOSE = Duration.ofMillis(500);

    private final TargetSettings settings;
    private final int size;
    private final AtomicReference<@Nullable TargetSessions> retained = new AtomicReference<>();

    /**
     * @param settings of the target. With shared connections or a row limit nothing is retained, because the locks that represent a
     *     pipeline's share last as long as their sessions
     * @param size maximum number of connections in use at once
     */
    public RetainedSessions(TargetSettings settings, int size) {
        this.settings = settings;
        this.size = size;
    }

    /**
     * Returns the retained sessions; new ones if there are none, or if their server may no longer be used. The caller owns them.
     *
     * @throws SQLException if the target cannot be reached or rejects the account
     */
    public TargetSessions take() throws SQLException {
        TargetSessions before = retained.getAndSet(null);
        if (before != null) {
            try {
                before.reuse();
                return before;
            } catch (SQLException | GaussferryException e) {
                LOG.debug("The retained sessions are not used: {}", RowValueMarks.messageOf(e));
                close(before);
            }
        }
        return new TargetSessions(settings, size);
    }

    /** Retains sessions whose users have all ended without a failure; closes them if they cannot be retained. */
    public void retain(TargetSessions sessions) {
        if (!mayRetain(settings) || !sessions.isIdle()) {
            close(sessions);
            return;
        }
        TargetSessions other = retained.getAndSet(sessions);
        if (other != null) {
            close(other);
        }
    }

    static boolean mayRetain(TargetSettings settings) {
        return settings.sharedConnections() == 0 && settings.rowsPerSecond() == 0;
    }

    /** Closes sessions within a short time, whether the server responds or not. */
    public static void close(TargetSessions sessions) {
        boolean unused = Quietly.within(LONGEST_CLOSE, sessions::close);
    }

    @Override
    public void close() {
        TargetSessions last = retained.getAndSet(null);
        if (last != null) {
            close(last);
        }
    }
}
