package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The log position up to which MySQL durably has the target's history, so that the target need not retain it. A
 * position that was committed several seconds ago is on MySQL's disk with any {@code innodb_flush_log_at_trx_commit}
 * and {@code sync_binlog}; a commit of this moment may be lost with the server's machine. Used by one thread.
 */
final class DurablePosition implements LongSupplier {

    private static final Duration OLD_ENOUGH = Duration.ofSeconds(10);

    private record Seen(long position, long nanos) {}

    private final MySqlProgress progress;
    private final Connection connection;
    private final LongConsumer seen;
    private final LongSupplier clock;
    private final Deque<Seen> recent = new ArrayDeque<>();
    private long durable;

    /**
     * @param connection to MySQL, without autocommit, used by this object alone
     * @param from a position that MySQL durably has
     * @param seen receives MySQL's position, durable or not, at each read
     */
    DurablePosition(String pipeline, Connection connection, long from, LongConsumer seen) {
        this(pipeline, connection, from, seen, System::nanoTime);
    }

    /** @param clock returns nanoseconds */
    DurablePosition(String pipeline, Connection connection, long from, LongConsumer seen, LongSupplier clock) {
        this.clock = clock;
        this.progress = new MySqlProgress(pipeline);
        this.connection = connection;
        this.durable = from;
        this.seen = seen;
    }

    /**
     * Returns the position.
     *
     * @throws GaussferryException if MySQL does not answer, which ends the run: MySQL may have lost its last commits, and an idle target
     *     would not show that
     */
    @Override
    public long getAsLong() {
        long now = clock.getAsLong();
        long position = read();
        recent.add(new Seen(position, now));
        seen.accept(position);
        // the session has existed since: the server was not restarted
        while (!recent.isEmpty() && now - recent.peek().nanos() >= OLD_ENOUGH.toNanos()) {
            durable = Math.max(durable, recent.remove().position());
        }
        return durable;
    }

    private long read() {
        try {
            long position = progress.find(connection)
                    .map(mark -> mark.position().offset())
                    .orElse(0L);
            connection.commit();
            return position;
        } catch (SQLException e) {
            recent.clear();
            throw Attempt.failure(
                    "read the position of reverse replication in MySQL",
                    "let the account of reverse replication read gaussferry.progress in MySQL",
                    e);
        }
    }
}
