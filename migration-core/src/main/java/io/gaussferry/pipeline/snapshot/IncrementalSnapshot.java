package io.gaussferry.pipeline.snapshot;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipeline that copies and then replays a few tables, concurrently with the pipeline that replays all others, until
 * it is stopped.
 */
final class IncrementalSnapshot {

    private static final Logger LOG = LoggerFactory.getLogger(IncrementalSnapshot.class);

    private final Set<TableId> tables;
    private final boolean follows;
    private final SnapshotPipeline pipeline;
    private final Thread thread = new Thread(this::run, "table-copy");
    private volatile @Nullable GaussferryException failure;
    private volatile boolean superseded;

    /**
     * @param pipelines creates the pipeline
     * @param listener receives the snapshot's progress
     */
    IncrementalSnapshot(
            PipelineSettings settings,
            Set<TableId> tables,
            SnapshotPipeline.Factory pipelines,
            PipelineListener listener) {
        this.tables = Set.copyOf(tables);
        this.follows = settings.definitions().mode() == DefinitionSettings.Mode.FOLLOW;
        this.pipeline = pipelines.create(settings, new SnapshotProgressListener(names(tables), listener));
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            pipeline.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (FencedException e) {
            // tables are taken from a snapshot only by a handover: by the replay of this daemon, or of its successor
            LOG.info("Incremental snapshot of {} ended, its tables were handed over: {}", names(tables), e.problem());
        } catch (GaussferryException e) {
            failed(e);
        } catch (RuntimeException e) {
            failed(GaussferryException.ofDefect(e));
        }
    }

    private void failed(GaussferryException reason) {
        if (superseded) {
            LOG.debug("Superseded incremental snapshot of {} ended: {}", names(tables), reason.problem());
            return;
        }
        failure = reason;
        if (isRetried()) {
            LOG.warn("Restarting the incremental snapshot of {}: {}", names(tables), reason.problem());
            return;
        }
        LOG.error(
                "Incremental snapshot of {} failed; replay continues without these tables, whose rows on the target"
                        + " are incomplete: {}\n  then, to start it again: gaussferry copy --config FILE --table NAME"
                        + " --replace",
                names(tables),
                reason.getMessage());
    }

    Set<TableId> tables() {
        return tables;
    }

    /** Returns the failure that ended the snapshot; empty if it has not failed. */
    Optional<GaussferryException> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Returns whether the snapshot failed because a table's definition changed: the next snapshot reads the new
     * definition.
     */
    boolean isRetried() {
        return failure instanceof DefinitionException && follows;
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    /**
     * Stops the snapshot because its tables were handed over; another snapshot may take them next. Returns immediately.
     */
    void supersede() {
        superseded = true;
        requestStop();
    }

    /** Returns whether the snapshot's tables were handed over since it started. */
    boolean isSuperseded() {
        return superseded;
    }

    /** Requests that the snapshot commits its current work and stops; returns immediately. */
    void requestStop() {
        Thread stopping = new Thread(
                () -> {
                    try {
                        stop(Duration.ofSeconds(5));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "table-copy-stop");
        stopping.setDaemon(true);
        stopping.start();
    }

    /** Stops the snapshot and waits for its end. Work that is not committed within the given time is rolled back. */
    void stop(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        boolean unused = pipeline.stop(patience);
        TimeLimit.join(thread, Duration.ofNanos(until - System.nanoTime()));
    }

    private static String names(Set<TableId> tables) {
        return String.join(", ", tables.stream().map(TableId::toString).sorted().toList());
    }
}
