package io.gaussferry.pipeline.snapshot;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pipeline of few tables beside the one that replays all others, from their copy on until it is stopped. */
final class IncrementalSnapshot {

    private static final Logger LOG = LoggerFactory.getLogger(IncrementalSnapshot.class);

    private final Set<TableId> tables;
    private final boolean follows;
    private final SnapshotPipeline pipeline;
    private final Thread thread = new Thread(this::run, "table-copy");
    private volatile @Nullable GaussferryException failure;
    private volatile boolean superseded;

    /**
     * @param pipelines makes the pipeline
     * @param listener hears how far it is
     */
    IncrementalSnapshot(
            PipelineSettings settings,
            Set<TableId> tables,
            SnapshotPipeline.Factory pipelines,
            PipelineListener listener) {
        this.tables = Set.copyOf(tables);
        this.follows = settings.definitions().mode() == DefinitionSettings.Mode.FOLLOW;
        this.pipeline = pipelines.create(settings, new SnapshotNews(names(tables), listener));
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
            // only the replay of this daemon, or of its successor, takes a copy over: when its tables change hands
            LOG.info("The copy of {} has ended, its tables were taken over: {}", names(tables), e.problem());
        } catch (GaussferryException e) {
            failed(e);
        } catch (RuntimeException e) {
            failed(GaussferryException.ofDefect(e));
        }
    }

    private void failed(GaussferryException reason) {
        if (superseded) {
            LOG.debug("The copy of {} was superseded, and has ended: {}", names(tables), reason.problem());
            return;
        }
        failure = reason;
        if (beginsAgain()) {
            LOG.warn("The copy of {} beside the replay begins again: {}", names(tables), reason.problem());
            return;
        }
        LOG.error(
                "The copy of {} beside the replay has failed; the replay goes on without these tables, whose rows on the"
                        + " target are not complete: {}\n  then: gaussferry copy --config FILE --table NAME --replace, to begin"
                        + " again",
                names(tables),
                reason.getMessage());
    }

    Set<TableId> tables() {
        return tables;
    }

    /** Returns why it has ended by itself; empty while it has not. */
    Optional<GaussferryException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns whether it has ended because its tables are others by now: another copy finds them as they are then. */
    boolean beginsAgain() {
        return failure instanceof DefinitionException && follows;
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    /** Stops it, because its tables were handed over: another copy may have them next. Returns at once. */
    void supersede() {
        superseded = true;
        requestStop();
    }

    /** Returns whether its tables were handed over since it started. */
    boolean isSuperseded() {
        return superseded;
    }

    /** Makes it end when what it has begun is committed; returns at once. */
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

    /** Ends it, and waits for that; what cannot be committed in the given time is rolled back. */
    void stop(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        boolean unused = pipeline.stop(patience);
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
    }

    private static String names(Set<TableId> tables) {
        return String.join(", ", tables.stream().map(TableId::toString).sorted().toList());
    }
}
