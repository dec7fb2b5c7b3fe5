package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.snapshot.CopyProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs a pipeline on a thread of this JVM. */
final class PipelineThread implements PipelineListener, AutoCloseable {

    private static final Duration STOP = Duration.ofSeconds(5);

    private final PipelineSettings settings;
    private final Pipeline pipeline;
    private final Thread thread;
    private final List<GaussferryException> retried = new CopyOnWriteArrayList<>();
    private final List<GaussferryException> queued = new CopyOnWriteArrayList<>();
    private volatile @Nullable Throwable failure;

    private PipelineThread(PipelineSettings settings) {
        this.settings = settings;
        this.pipeline = new Pipeline(settings, new ReplayStatistics(), this);
        this.thread = new Thread(this::run, "pipeline-" + settings.name());
        thread.setDaemon(true);
    }

    /**
     * Configures a pipeline from a migration's database to a target; the caller starts it.
     *
     * @param more additional configuration keys, which override the migration's
     */
    static PipelineThread of(Migration migration, ServerAddress target, Map<String, String> more) {
        return of(migration, Servers.source().address(), target, more);
    }

    /** Configures a pipeline from a source of the test's own. */
    static PipelineThread of(
            Migration migration, ServerAddress source, ServerAddress target, Map<String, String> more) {
        Map<String, String> values = new HashMap<>();
        values.put("gaussferry.pipeline", migration.pipeline());
        values.put("gaussferry.source.url", source.url());
        values.put("gaussferry.source.user", source.user());
        values.put("gaussferry.source.password", source.password());
        values.put("gaussferry.source.schemas", migration.database());
        values.put("gaussferry.target.url", target.url());
        values.put("gaussferry.target.user", target.user());
        values.put("gaussferry.target.password", target.password());
        values.putAll(more);
        return new PipelineThread(new SettingsBinder(values, UnaryOperator.identity())
                .bind("gaussferry", PipelineProperties.class)
                .toSettings(Path.of("")));
    }

    PipelineSettings settings() {
        return settings;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            pipeline.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    void awaitReplaying() {
        await("the pipeline replays")
                .atMost(Daemon.PATIENCE)
                .until(() -> pipeline.status().phase() == Phase.REPLAYING || !thread.isAlive());
        Throwable end = failure;
        if (end != null) {
            throw new AssertionError("the pipeline has ended", end);
        }
    }

    /** Waits until it ends without a request, and returns its failure. */
    Throwable awaitFailure() throws InterruptedException {
        thread.join(Daemon.PATIENCE.toMillis());
        Throwable end = failure;
        if (end == null) {
            throw new AssertionError(
                    "the pipeline has not failed: it is " + pipeline.status().phase());
        }
        return end;
    }

    /** Returns the failure that has ended it; empty while it runs. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns the reason of each restart. */
    List<GaussferryException> retried() {
        return List.copyOf(retried);
    }

    /** Returns its share of the target's rows per second. */
    double targetRowsPerSecond() {
        return pipeline.targetRowsPerSecond();
    }

    /** Returns for how many seconds the rate limit has throttled it. */
    double heldBackSeconds() {
        return pipeline.heldBackByTargetSeconds();
    }

    boolean hasEnded() {
        return !thread.isAlive();
    }

    void stop() throws InterruptedException {
        boolean unused = pipeline.stop(STOP);
        thread.join(STOP.toMillis());
    }

    @Override
    public void copying(CopyProgress progress) {}

    @Override
    public void copied(long rows, Progress progress) {}

    @Override
    public void catchingUp(Progress from, GtidSet until) {}

    @Override
    public void replaying(Progress progress) {}

    /** Returns the reason of each wait before its start. */
    List<GaussferryException> queued() {
        return List.copyOf(queued);
    }

    @Override
    public void queued(GaussferryException waitsFor) {
        queued.add(waitsFor);
    }

    @Override
    public void waiting(GaussferryException waitsFor) {}

    @Override
    public void retrying(GaussferryException lost, Duration delay) {
        retried.add(lost);
    }

    @Override
    public void close() throws InterruptedException {
        if (thread.isAlive()) {
            stop();
        }
    }
}
