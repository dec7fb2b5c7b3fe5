package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.snapshot.CopyProgress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A pipeline on a thread of this JVM. */
final class PipelineThread implements PipelineListener, AutoCloseable {

    private static final Duration STOP = Duration.ofSeconds(5);

    private final Pipeline pipeline;
    private final Thread thread;
    private final List<GaussferryException> retried = new CopyOnWriteArrayList<>();
    private volatile @Nullable Throwable failure;

    PipelineThread(PipelineSettings settings) {
        this.pipeline = new Pipeline(settings, new ReplayStatistics(), this);
        this.thread = new Thread(this::run, "pipeline-" + settings.name());
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
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    void awaitReplaying() {
        await("the pipeline replays").atMost(Daemon.PATIENCE).until(() -> pipeline.status()
                                .phase()
                        == Phase.REPLAYING
                || !thread.isAlive());
        Throwable end = failure;
        if (end != null) {
            throw new AssertionError("the pipeline has ended", end);
        }
    }

    /** Waits until it has ended by itself, and returns why. */
    Throwable awaitFailure() throws InterruptedException {
        thread.join(Daemon.PATIENCE.toMillis());
        Throwable end = failure;
        if (end == null) {
            throw new AssertionError("the pipeline has not failed: it is " + pipeline.status().phase());
        }
        return end;
    }

    /** Returns why it has begun afresh, each time. */
    List<GaussferryException> retried() {
        return List.copyOf(retried);
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
