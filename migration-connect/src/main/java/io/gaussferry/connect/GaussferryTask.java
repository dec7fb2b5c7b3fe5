package io.gaussferry.connect;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline while Connect assigns it to this worker. All methods are called by the task's own thread. A failure of a task or its
 * pipeline does not affect other tasks.
 */
public final class GaussferryTask extends SourceTask {

    private static final Logger LOG = LoggerFactory.getLogger(GaussferryTask.class);

    /** Connect stops a task by no longer polling it, so a poll must be shorter than the time that a task may take to stop. */
    private static final Duration LONGEST_POLL = Duration.ofMillis(200);

    /**
     * A task whose pipeline was taken over has usually been assigned to another worker and will be stopped soon. If it is not stopped within
     * this time, another process has taken over the pipeline, and the task fails.
     */
    private static final Duration LONGEST_FENCED = Duration.ofSeconds(60);

    private @Nullable RunningPipeline pipeline;
    private @Nullable PipelineBean bean;
    private @Nullable MonitoredTask shown;
    private @Nullable ControlSettings control;
    private final CatchUpEstimate timeLeft = new CatchUpEstimate();
    private String source = "";
    private String topic = "";
    private Duration interval = Duration.ZERO;
    private Duration stopPatience = Duration.ZERO;
    private long lastNanos;

    @Override
    public String version() {
        return GaussferryConnector.versionText();
    }

    @Override
    public void start(Map<String, String> given) {
        try {
            ConnectorSettings settings = ConnectorSettings.read(given);
            PlannedSource planned = settings.task();
            source = planned.name();
            topic = settings.fleet().statusTopic();
            interval = settings.fleet().statusInterval();
            stopPatience = settings.fleet().stopPatience();
            lastNanos = System.nanoTime();
            RunningPipeline started = new RunningPipeline(planned.migration());
            pipeline = started;
            bean = new PipelineBean(started);
            MonitoredTask task = new MonitoredTask(given.getOrDefault("name", "default"), source, started);
            shown = task;
            WorkerMetrics.ofThisWorker().add(task, settings.fleet().metricsAddress());
            control = settings.fleet().control();
            if (control != null) {
                WorkerControl.ofThisWorker().add(started, control);
            }
            started.start();
        } catch (GaussferryException e) {
            throw shown(e);
        }
    }

    /** Removes row values, because Connect's REST interface shows the message to everyone. The worker's log contains the complete message. */
    static ConnectException shown(GaussferryException failure) {
        return new ConnectException(RowValueMarks.hidden(String.valueOf(failure.getMessage())));
    }

    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        RunningPipeline running = Objects.requireNonNull(pipeline);
        boolean fenced = running.fencedFor()
                .filter(time -> time.compareTo(LONGEST_FENCED) < 0)
                .isPresent();
        if (running.failure().isPresent() && !fenced) {
            // the message contains problem, reason and remedy; the stack trace adds nothing
            throw shown(running.failure().get());
        }
        long now = System.nanoTime();
        if (now - lastNanos < interval.toNanos()) {
            Thread.sleep(LONGEST_POLL.toMillis());
            return null;
        }
        lastNanos = now;
        running.sample();
        if (fenced) {
            return null;
        }
        SourceRecord status =
                StatusRecord.of(topic, source, running, controlUrl(running), timeLeft.estimate(now, running));
        MonitoredTask task = shown;
        if (task != null) {
            WorkerMetrics.ofThisWorker().openIfRequested(task);
        }
        return List.of(status);
    }

    /** Returns the address for commands to this pipeline; empty if there is none. Tries again to listen if that failed. */
    private String controlUrl(RunningPipeline running) {
        ControlSettings requested = control;
        return requested == null ? "" : WorkerControl.ofThisWorker().listen(running, requested);
    }

    @Override
    public void stop() {
        RunningPipeline running = pipeline;
        if (running != null && control != null) {
            WorkerControl.ofThisWorker().remove(running);
        }
        if (running != null && !running.stop(stopPatience)) {
            LOG.error(
                    "Pipeline {} has not ended in time: its next owner fences it and replays what it could not commit",
                    running.settings().name());
        }
        PipelineBean inJmx = bean;
        if (inJmx != null) {
            inJmx.close();
        }
        MonitoredTask task = shown;
        if (task != null) {
            WorkerMetrics.ofThisWorker().remove(task);
        }
    }
}
