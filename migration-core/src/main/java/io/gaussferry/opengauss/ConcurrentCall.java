package io.gaussferry.opengauss;

import io.gaussferry.error.Attempt;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * A call to a server on a thread of its own, while the caller does something else for which writers wait too. Close it in any case: a result
 * that the caller did not get is discarded.
 */
public final class ConcurrentCall<T> implements AutoCloseable {

    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Consumer<T> discard;
    private boolean taken;

    private ConcurrentCall(Consumer<T> discard) {
        this.discard = discard;
    }

    /**
     * Starts a call.
     *
     * @param name of its thread
     * @param discard receives the result if the caller does not get it; called on any thread
     */
    public static <T> ConcurrentCall<T> start(String name, Attempt.Call<T> call, Consumer<T> discard) {
        ConcurrentCall<T> started = new ConcurrentCall<>(discard);
        Thread thread = new Thread(() -> started.run(call), name);
        thread.setDaemon(true);
        thread.start();
        return started;
    }

    private void run(Attempt.Call<T> call) {
        try {
            result.complete(call.run());
        } catch (SQLException | RuntimeException e) {
            result.completeExceptionally(e);
        } catch (InterruptedException e) {
            result.completeExceptionally(new SQLException("interrupted", "57014", e));
        }
    }

    /** Waits for the result, which belongs to the caller then; throws what the call has thrown. */
    public T get() throws SQLException, InterruptedException {
        try {
            T value = result.get();
            taken = true;
            return value;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        if (!taken) {
            result.thenAccept(discard);
        }
    }
}
