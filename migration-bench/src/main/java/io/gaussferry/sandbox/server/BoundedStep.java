package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Something of a library that knows no bounds, which is waited for only so long. */
final class BoundedStep {

    private BoundedStep() {}

    /**
     * Runs the step in a thread of its own and returns its result. A step that takes longer is interrupted and left behind; its
     * thread does not keep the process alive.
     *
     * @param what the step, as the subject of a sentence
     * @param remedy what to do where it takes too long
     * @throws SandboxException if it takes longer than the bound, or this thread is interrupted
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
            throw new SandboxException("The start was interrupted.", "Start again when you like.", interrupted);
        }
    }
}
