package io.gaussferry.pipeline.run;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceReplacement;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.history.SourceCompleteness;
import io.gaussferry.mysql.history.SourceCompleteness.Defect;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the source server at intervals: no binlog event announces that it was made a replica with filter rules, or
 * that its history was reset. A server that does not answer is skipped: the reader notices that. Uses one thread;
 * closed by any thread.
 */
final class SourceMonitor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SourceMonitor.class);

    private static final long BETWEEN_CHECKS_SECONDS = 10;

    private final SourceSettings all;
    private final Chosen chosen;
    private final Progress progress;
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable Progress last;

    /**
     * @param all the settings whose URL names all servers
     * @param chosen the server that is read
     * @param progress the target's progress when reading started
     */
    SourceMonitor(SourceSettings all, Chosen chosen, Progress progress) {
        this.all = all;
        this.chosen = chosen;
        this.progress = progress;
    }

    /**
     * Checks the server until {@link #close}.
     *
     * @throws GaussferryException if the server must not be read any further
     */
    void watch() throws InterruptedException {
        warnOfOthers();
        do {
            check();
        } while (!done.await(BETWEEN_CHECKS_SECONDS, TimeUnit.SECONDS));
    }

    /** Warns of servers that could not take over, before a failover needs them. */
    private void warnOfOthers() {
        for (SourceSettings server : all.servers()) {
            if (server.url().equals(chosen.server().url())) {
                continue;
            }
            try (Connection connection = SourceConnections.openForMonitoring(server)) {
                for (Defect defect : SourceCompleteness.defects(connection, server)) {
                    LOG.warn("This server cannot take over: {} {}", defect.problem(), defect.remedy());
                }
            } catch (SQLException e) {
                LOG.debug("Cannot check whether {} can take over: {}", server, RowValueMarks.message(e));
            }
        }
    }

    private void check() throws InterruptedException {
        try (Connection connection = SourceConnections.openForMonitoring(chosen.server())) {
            SourceIdentity found = SourcePosition.identity(connection);
            requireSameServer(found);
            SourceCompleteness.require(connection, chosen.server());
            Progress before = last;
            Progress now = SourcePosition.read(connection, 0, chosen.identity().naming());
            last = now;
            if (before != null && isSetBack(before, now)) {
                requireSameHistory(before, now);
            }
        } catch (SQLException e) {
            LOG.debug("Cannot check {}: {}", chosen.server(), RowValueMarks.message(e));
        } catch (GaussferryException e) {
            if (e.category() != ErrorCategory.RETRY || e.code() == ErrorCode.SOURCE_REPLACED) {
                throw e;
            }
            LOG.debug("Cannot check {}: {}", chosen.server(), e.problem());
        }
    }

    /**
     * Requires that the URL leads to the server that is read. The former server may stay connected after a failover, and then sends no
     * changes, so that replication appears to have caught up.
     */
    private void requireSameServer(SourceIdentity found) throws InterruptedException {
        if (!found.serverUuid().equals(chosen.identity().serverUuid())) {
            throw SourceReplacement.of(chosen.server(), chosen.identity().serverUuid(), found.serverUuid());
        }
    }

    private static boolean isSetBack(Progress before, Progress now) {
        return !now.executedSet().containsAll(before.executedSet())
                || now.lowWater().position().compareTo(before.lowWater().position()) < 0;
    }

    private void requireSameHistory(Progress before, Progress now) {
        if (chosen.identity().naming() == Naming.GTID) {
            SourceSelection.requireSame(chosen.server(), progress, chosen.identity());
            return;
        }
        throw new GaussferryException(
                ErrorCode.BINLOG_RESET,
                "The binlog of " + chosen.server() + " ended at "
                        + before.lowWater().position() + ", and now ends at "
                        + now.lowWater().position()
                        + ": it was reset (RESET MASTER, RESET BINARY LOGS AND GTIDS). The two sides have diverged.",
                "start a new migration; changes of the former binlog after the target's position are lost to replay",
                null);
    }

    @Override
    public void close() {
        done.countDown();
    }
}
