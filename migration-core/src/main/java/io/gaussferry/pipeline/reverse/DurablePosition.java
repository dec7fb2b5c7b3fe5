package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log position up to which MySQL durably has the target's history, so that the target need not retain it. A
 * position that was committed several seconds ago is on MySQL's disk with any {@code innodb_flush_log_at_trx_commit}
 * and {@code sync_binlog}; a commit of this moment may be lost with the server's machine. Used by one thread.
 */
final class DurablePosition implements LongSupplier {

    private static final Logger LOG = LoggerFactory.getLogger(DurablePosition.class);

    private static final Duration OLD_ENOUGH = Duration.ofSeconds(10);

    private record Seen(long position, long nanos) {}

    private final MySqlProgress progress;
    private final Connection connection;
    private final LongConsumer seen;
    private final Deque<Seen> recent = new ArrayDeque<>();
    private long durable;

    /**
     * @param connection to MySQL, without autocommit, used by this object alone
     * @param from a position that MySQL durably has
     * @param seen receives MySQL's position, durable or not, at each read
     */
    DurablePosition(String pipeline, Connection connection, long from, LongConsumer seen) {
        this.progress = new MySqlProgress(pipeline);
        this.connection = connection;
        this.durable = from;
        this.seen = seen;
    }

    @Override
    public long getAsLong() {
        long now = System.nanoTime();
        try {
            long position = progress.find(connection)
                    .map(mark -> mark.position().offset())
                    .orElse(0L);
            connection.commit();
            recent.add(new Seen(position, now));
            seen.accept(position);
        } catch (SQLException e) {
            // the appliers get the same error, and end the run
            LOG.debug("Cannot read the position of reverse replication in MySQL: {}", e.getMessage());
        }
        while (!recent.isEmpty() && now - recent.peek().nanos() >= OLD_ENOUGH.toNanos()) {
            durable = Math.max(durable, recent.remove().position());
        }
        return durable;
    }
}
