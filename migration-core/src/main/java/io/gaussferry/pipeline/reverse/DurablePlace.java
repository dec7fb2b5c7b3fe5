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
 * Up to where MySQL surely has the target's history, which the target need not keep any longer. What was committed there some seconds ago
 * is on its disk whatever {@code innodb_flush_log_at_trx_commit} and {@code sync_binlog} say: a commit of this moment may be lost with the
 * server's machine. Used by one thread.
 */
final class DurablePlace implements LongSupplier {

    private static final Logger LOG = LoggerFactory.getLogger(DurablePlace.class);

    private static final Duration OLD_ENOUGH = Duration.ofSeconds(10);

    private record Seen(long place, long nanos) {}

    private final MySqlProgress progress;
    private final Connection connection;
    private final LongConsumer seen;
    private final Deque<Seen> recent = new ArrayDeque<>();
    private long durable;

    /**
     * @param connection to MySQL, without autocommit, for this alone
     * @param from a place that MySQL surely has
     * @param seen told up to where MySQL has it, durably or not, whenever it was asked
     */
    DurablePlace(String pipeline, Connection connection, long from, LongConsumer seen) {
        this.progress = new MySqlProgress(pipeline);
        this.connection = connection;
        this.durable = from;
        this.seen = seen;
    }

    @Override
    public long getAsLong() {
        long now = System.nanoTime();
        try {
            long place = progress.find(connection)
                    .map(mark -> mark.position().offset())
                    .orElse(0L);
            connection.commit();
            recent.add(new Seen(place, now));
            seen.accept(place);
        } catch (SQLException e) {
            // the appliers meet the same, and end the run
            LOG.debug("Cannot ask how far MySQL is: {}", e.getMessage());
        }
        while (!recent.isEmpty() && now - recent.peek().nanos() >= OLD_ENOUGH.toNanos()) {
            durable = Math.max(durable, recent.remove().place());
        }
        return durable;
    }
}
