package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Waits until MySQL has everything that the target has committed. Its connections are open from the start: open it before writers have to
 * wait for it. Confined to one thread.
 */
public final class ReverseDrain implements AutoCloseable {

    private static final String REMEDY =
            "check both servers, and repeat gaussferry cutover back; the target still accepts writes";

    /** A query of one row over an open connection. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    private final ReverseSettings settings;
    private final ReverseRunner runner;
    private final TargetSessions sessions;
    private final Connection target;
    private final Connection mysql;

    private ReverseDrain(
            ReverseSettings settings,
            ReverseRunner runner,
            TargetSessions sessions,
            Connection target,
            Connection mysql) {
        this.settings = settings;
        this.runner = runner;
        this.sessions = sessions;
        this.target = target;
        this.mysql = mysql;
    }

    /** Opens the connections. */
    static ReverseDrain open(ReverseSettings settings, ReverseRunner runner) {
        try {
            TargetSessions sessions = new TargetSessions(settings.target(), 1);
            try {
                return new ReverseDrain(settings, runner, sessions, sessions.open(), settings.openMySql());
            } catch (SQLException | RuntimeException e) {
                // also closes the connection that it has opened
                sessions.close();
                throw e;
            }
        } catch (SQLException e) {
            throw Attempt.failure("connect to both servers for the return", REMEDY, e);
        }
    }

    /**
     * Writes a heartbeat to the target's log, and waits until MySQL has everything before it. Requires that the publication is as armed.
     *
     * @throws GaussferryException if reverse replication fails, or the time has passed
     */
    public void run(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        try {
            new TargetTables(settings)
                    .requirePublished(target, sessions.dialect().decoding());
            long heartbeat = TargetHeartbeat.set(target, settings.decoding().slot(), sessions.dialect());
            while (position() <= heartbeat) {
                ReverseStatus status = runner.status();
                if (System.nanoTime() - end > 0 || status.phase() == ReverseStatus.Phase.FAILED) {
                    throw new GaussferryException(
                            ErrorCode.REVERSE_REPLICATION_INCOMPLETE,
                            "The source did not receive all changes of the target: " + status.phase() + ", "
                                    + status.problem(),
                            "remove the obstacle that gaussferry cutover status shows, and retry; the target still accepts writes",
                            null);
                }
                Thread.sleep(POLL_INTERVAL.toMillis());
            }
        } catch (SQLException e) {
            throw Attempt.failure("read the position of reverse replication", REMEDY, e);
        }
    }

    /** Returns the position in the target's log up to which MySQL has everything; 0 if it has nothing. */
    private long position() throws SQLException {
        long position = new MySqlProgress(settings.name())
                .find(mysql)
                .filter(mark -> !mark.position().file().isEmpty())
                .map(mark -> mark.position().offset())
                .orElse(0L);
        mysql.rollback();
        return position;
    }

    @Override
    public void close() {
        try (TargetSessions open = sessions;
                Connection first = target;
                Connection second = mysql) {
            // closed in this order
        } catch (SQLException e) {
            // a connection that is broken needs no close
            return;
        }
    }
}
