package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a step of a library without timeouts, with a time limit. */
final class BoundedStep {

    private BoundedStep() {}

    /**
     * Runs the step in its own thread and returns its result. A step that exceeds the limit is interrupted and abandoned; its
     * thread is a daemon thread.
     *
     * @param what name of the step, as the subject of a sentence
     * @param remedy the user's remedy after a timeout
     * @throws SandboxException if the step exceeds the limit, or this thread is interrupted
     */
    public static <T> T call(String what, String remedy, Duration bound, Callable<T> step) {
        FutureTask<T> task = new FutureTask<>(step);
        Thread thread = new Thread(task, "gaussferry-container-step");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooLong) {
            task.cancel(true);
            throw new SandboxException(
                    what + " took longer than " + bound.toMillis() / 1000.0 + " seconds.", remedy, tooLong);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new SandboxException(what + " failed: " + cause, remedy, failure);
        } catch (InterruptedException interrupted) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
        }
    }
}
