package io.gaussferry.app;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.PipelineListener;
import io.gaussferry.pipeline.PipelineSettings;
import io.gaussferry.pipeline.StartCheck;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Runs the pipeline from start to stop, prints the speed line meanwhile, and a summary at the end. */
@Component
class Daemon implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** What is in the lanes when the daemon is told to stop has this long to be committed. */
    private static final Duration DRAIN_PATIENCE = Duration.ofSeconds(7);
    /** ...and the process this long to end after that. */
    private static final Duration END_PATIENCE = Duration.ofSeconds(2);

    private final PipelineSettings settings;
    private final ReplayStatistics statistics = new ReplayStatistics();
    private final SpeedLine speedLine = new SpeedLine(statistics, System.out);
    private final Pipeline pipeline;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile int exitCode;

    Daemon(PipelineSettings settings) {
        this.settings = settings;
        this.pipeline = new Pipeline(settings, statistics, this);
    }

    /** Runs until stopped; returns the process's exit code. A GaussferryException says why it could not go on. */
    int run() {
        StartCheck.run(settings);
        Thread hook = new Thread(this::stop, "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        speedLine.start();
        try {
            pipeline.run();
            return 0;
        } catch (GaussferryException e) {
            exitCode = e.category().exitCode();
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            speedLine.close();
            System.out.println(Summary.line(statistics.snapshot(), speedLine.peak()));
            System.out.flush();
            finished.countDown();
        }
    }

    /** Runs as the JVM's shutdown hook: after a signal, or because {@link #run} has ended. */
    private void stop() {
        if (finished.getCount() == 0) {
            return;
        }
        try {
            if (!pipeline.stop(DRAIN_PATIENCE)) {
                LOG.warn(
                        "Not everything in the lanes could be committed in {}: the next start replays it",
                        DRAIN_PATIENCE);
            }
            if (!finished.await(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The stages did not end in time; what is uncommitted is rolled back by the target");
            }
            // left to itself the JVM reports a signal by 128 and its number, as if it had not been heeded
            Runtime.getRuntime().halt(exitCode);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void copied(long rows, GtidSet executed) {
        System.out.println("copied " + rows + " rows as they were at GTID set " + executed);
    }

    @Override
    public void replaying(GtidSet executed) {
        System.out.println("replaying from GTID set " + executed);
    }

    @Override
    public void retrying(GaussferryException failure, Duration delay) {
        LOG.warn("{}\n  starting afresh from what the target has in {} s", failure.getMessage(), delay.toSeconds());
    }
}
