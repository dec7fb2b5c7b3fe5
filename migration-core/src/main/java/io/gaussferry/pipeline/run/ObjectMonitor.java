package io.gaussferry.pipeline.run;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.objects.ObjectChange;
import io.gaussferry.objects.ObjectChangeStore;
import io.gaussferry.objects.source.SourceObjectReader;
import io.gaussferry.objects.source.SourceObjectReader.Key;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the source's views, routines, triggers and events with the verified ones when a statement in the binlog changes one, and when a run starts:
 * a definition of a table that was followed may have removed its triggers. Only informs; a failure ends no replication. Uses one thread; closed
 * by any thread.
 */
final class ObjectMonitor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectMonitor.class);

    private static final long BETWEEN_COMPARISONS_SECONDS = 5;

    private final SourceSettings source;
    private final String pipeline;
    private final OwnershipProof proof;
    private final IntConsumer count;
    private final CountDownLatch done = new CountDownLatch(1);

    /** Whether a statement has changed objects after the last comparison. */
    private volatile boolean isOutdated = true;

    private Instant compared = Instant.MIN;

    /**
     * @param source settings whose URL names the server that is read
     * @param pipeline the pipeline's name
     * @param proof of its ownership
     * @param count receives the number of changed objects
     */
    ObjectMonitor(SourceSettings source, String pipeline, OwnershipProof proof, IntConsumer count) {
        this.source = source;
        this.pipeline = pipeline;
        this.proof = proof;
        this.count = count;
    }

    /** Returns a filter that decides like another one, and receives the statements that change objects. */
    StatementFilter observing(StatementFilter filter) {
        return new StatementFilter() {
            @Override
            public boolean mayPass(LoggedStatement statement, Set<TableId> skipped) {
                return filter.mayPass(statement, skipped);
            }

            @Override
            public void objectsChange() {
                isOutdated = true;
            }
        };
    }

    /** Compares until {@link #close}, at most once in some seconds. */
    void watch(Connection target) throws InterruptedException {
        do {
            try {
                compare(target);
            } catch (SQLException e) {
                LOG.debug("Cannot compare the objects of {}: {}", source, RowValueMarks.message(e));
                rollBack(target);
            } catch (GaussferryException e) {
                LOG.debug("Cannot compare the objects of {}: {}", source, e.problem());
                rollBack(target);
            }
        } while (!done.await(BETWEEN_COMPARISONS_SECONDS, TimeUnit.SECONDS));
    }

    private static void rollBack(Connection target) {
        try {
            target.rollback();
        } catch (SQLException e) {
            LOG.debug("Cannot roll back: {}", RowValueMarks.message(e));
        }
    }

    private void compare(Connection target) throws SQLException {
        ObjectChangeStore store = new ObjectChangeStore(pipeline);
        Instant verified = store.verifiedAt(target);
        if (verified.equals(Instant.MIN) || (!isOutdated && verified.equals(compared))) {
            count.accept(verified.equals(Instant.MIN) ? 0 : store.read(target).size());
            target.rollback();
            return;
        }
        target.rollback();
        isOutdated = false;
        try {
            Map<Key, String> present;
            try (Connection connection = SourceConnections.openForMonitoring(source)) {
                present = new SourceObjectReader(connection, source).fingerprints();
            }
            record(target, store, verified, present);
        } catch (SQLException | GaussferryException e) {
            isOutdated = true;
            throw e;
        }
    }

    private void record(Connection target, ObjectChangeStore store, Instant verified, Map<Key, String> present)
            throws SQLException {
        // the progress row is locked last and only for the commit, because appliers update it
        ObjectChangeStore.lock(target);
        if (!store.verifiedAt(target).equals(verified)) {
            isOutdated = true;
            target.rollback();
            return;
        }
        List<ObjectChange> found = store.record(target, present);
        int changed = store.read(target).size();
        proof.hold(target);
        target.commit();
        compared = verified;
        count.accept(changed);
        for (ObjectChange change : found) {
            LOG.warn(
                    "The source has {} {} after the last verification of the objects; the cutover would not create it as"
                            + " verified: run gaussferry objects verify",
                    change.change().word(),
                    change.label());
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
