package io.gaussferry.pipeline;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.CutOff;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one pipeline run: the first failure of any ends them all. A failure of the source or the scheduler lets the others
 * finish what they have; a failure of an applier, which the others may be waiting for, ends them where they are. Thread-safe.
 */
final class StageThreads {

    private static final Logger LOG = LoggerFactory.getLogger(StageThreads.class);

    /** What a stage's thread does. */
    interface Stage {
        void run() throws InterruptedException;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private Runnable onStop = () -> {};
    private Runnable onAbort = () -> {};
    private @Nullable Throwable failure;
    private boolean failedInApplier;
    private boolean stopped;
    private boolean ending;

    synchronized void onStop(Runnable action) {
        onStop = action;
        if (stopped || ending) {
            action.run();
        }
    }

    synchronized void onAbort(Runnable action) {
        onAbort = action;
    }

    /** Cuts a connection off when all is to end now, and closes it when all threads have ended. */
    synchronized void onEnd(Connection connection) {
        connections.add(connection);
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    synchronized void start(String name, Stage stage) {
        Thread thread = new Thread(() -> runStage(name, stage), name);
        threads.add(thread);
        thread.start();
    }

    private void runStage(String name, Stage stage) {
        try {
            stage.run();
        } catch (InterruptedException e) {
            // the stage was told to end
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            failed(name, e);
        }
    }

    /** What fails first ends the run. An applier that fails after the source or the scheduler has the appliers wait for it that come after. */
    private void failed(String stage, Throwable e) {
        boolean inApplier = !stage.equals("source") && !stage.equals("schedule");
        Runnable stop;
        synchronized (this) {
            if (failure != null && (!inApplier || failedInApplier)) {
                LOG.debug("Stage {} failed after another had: {}", stage, e.toString());
                return;
            }
            if (failure != null) {
                LOG.debug("Stage {} failed, which had come further than: {}", stage, failure.toString());
            }
            // it stands before the place that those stages had come to, which the next run meets again
            failure = e;
            failedInApplier = inApplier;
            stop = onStop;
        }
        if (stage.equals("source")) {
            return; // its queue has ended; the others end when it is empty
        }
        try {
            if (inApplier) {
                abort();
            }
        } finally {
            stop.run();
        }
    }

    /** Makes the source end, and the other threads when they have done what they have. */
    void stop() {
        Runnable action;
        synchronized (this) {
            stopped = true;
            action = onStop;
        }
        action.run();
    }

    /** Does the same, for another run to go on. */
    void end() {
        Runnable action;
        synchronized (this) {
            ending = true;
            action = onStop;
        }
        action.run();
    }

    /** Makes all threads end now. */
    void abort() {
        Runnable action;
        List<Connection> open;
        synchronized (this) {
            action = onAbort;
            open = List.copyOf(connections);
        }
        action.run();
        open.forEach(CutOff::now);
    }

    /** Waits until all threads have ended, and throws the first failure. */
    void join() throws InterruptedException {
        List<Thread> started;
        synchronized (this) {
            started = List.copyOf(threads);
        }
        try {
            for (Thread thread : started) {
                thread.join();
            }
        } catch (InterruptedException e) {
            stop();
            abort();
            throw e;
        } finally {
            closeConnections();
        }
        Throwable cause;
        synchronized (this) {
            cause = failure;
        }
        if (cause instanceof GaussferryException known) {
            throw known;
        }
        if (cause instanceof OutOfMemoryError) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The heap is too small for what is on its way: " + cause.getMessage()
                            + ". One row takes several times its size, and it may be a large one.",
                    "give more heap (-Xmx in config/jvm.options, or by GAUSSFERRY_JAVA_OPTIONS), or lower gaussferry.replay.queue-bytes,"
                            + " gaussferry.replay.batch-bytes or gaussferry.replay.appliers; nothing is lost, start again",
                    cause);
        }
        if (cause != null) {
            throw new GaussferryException(
                    ErrorCategory.FATAL, "A defect in Gaussferry: " + cause, "report it, with the log", cause);
        }
    }

    private synchronized void closeConnections() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("While closing an applier's connection: {}", e.getMessage());
            }
        }
    }
}
