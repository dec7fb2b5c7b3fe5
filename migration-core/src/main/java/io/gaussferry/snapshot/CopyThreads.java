package io.gaussferry.snapshot;

import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs one task on several threads and ends them all with the first failure of any. */
final class CopyThreads {

    private static final long TICK_MILLIS = TimeUnit.SECONDS.toMillis(1);

    /** What each thread does. */
    interface Task {
        void run() throws SQLException, InterruptedException;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final Runnable onFailure;
    private @Nullable Throwable failure;

    /** @param onFailure makes the other threads end; called once, on the thread that failed */
    CopyThreads(Runnable onFailure) {
        this.onFailure = onFailure;
    }

    void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Throwable e) {
                        failed(e);
                    }
                },
                name);
        threads.add(thread);
        thread.start();
    }

    private void failed(Throwable e) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = e;
        }
        onFailure.run();
    }

    /**
     * Waits until all have ended, and throws the first failure.
     *
     * @param tick called about once a second meanwhile
     */
    void join(Runnable tick) throws SQLException, InterruptedException {
        try {
            for (Thread thread : threads) {
                thread.join(TICK_MILLIS);
                while (thread.isAlive()) {
                    tick.run();
                    thread.join(TICK_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            onFailure.run();
            throw e;
        }
        Throwable cause;
        synchronized (this) {
            cause = failure;
        }
        if (cause instanceof SQLException sql) {
            throw sql;
        }
        if (cause instanceof GaussferryException known) {
            throw known;
        }
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (cause != null) {
            throw new IllegalStateException("a worker of the copy failed: " + cause, cause);
        }
    }
}
