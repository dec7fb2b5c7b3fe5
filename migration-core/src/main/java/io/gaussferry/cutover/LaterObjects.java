package io.gaussferry.cutover;

import io.gaussferry.cutover.objects.AppliedObject;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Requests to create objects of the application after the switch. The thread that watches the source performs them, because it also performs the
 * return: an object that is created while a return removes the others would remain, and its trigger would repeat what replicated rows contain.
 */
final class LaterObjects {

    /** The time for which a request waits for the watching thread, which checks for requests once a second. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private record Request(CreatedObjects level, boolean isRehearsal, CompletableFuture<List<AppliedObject>> answer) {}

    private @Nullable Request pending;

    /** Creates objects on the target. */
    interface Creation {
        List<AppliedObject> create(CreatedObjects level, boolean isRehearsal) throws InterruptedException;
    }

    /**
     * Creates the objects that the cutover has left out; any thread.
     *
     * @param level the states of the objects to create
     * @param isRehearsal whether to execute nothing
     * @throws GaussferryException if the request cannot be performed now
     */
    List<AppliedObject> create(CreatedObjects level, boolean isRehearsal) throws InterruptedException {
        Request request = new Request(level, isRehearsal, new CompletableFuture<>());
        synchronized (this) {
            if (pending != null) {
                throw busy("Another request creates objects.");
            }
            pending = request;
        }
        try {
            return request.answer().get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GaussferryException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            if (withdraw(request)) {
                throw busy("The cutover is performing another request.");
            }
            throw busy("The objects are still being created.");
        }
    }

    private static GaussferryException busy(String problem) {
        return new GaussferryException(
                ErrorCode.CUTOVER_NOT_POSSIBLE,
                problem,
                "check the state with gaussferry cutover status, and retry: created objects are not created again",
                null);
    }

    private synchronized boolean withdraw(Request request) {
        boolean waits = pending == request;
        pending = waits ? null : pending;
        return waits;
    }

    /** Performs a pending request; the watching thread. */
    void perform(Creation creation) throws InterruptedException {
        Request request;
        synchronized (this) {
            request = pending;
            pending = null;
        }
        if (request == null) {
            return;
        }
        try {
            request.answer().complete(creation.create(request.level(), request.isRehearsal()));
        } catch (GaussferryException e) {
            request.answer().completeExceptionally(e);
            if (e instanceof FencedException) {
                throw e;
            }
        } catch (RuntimeException | InterruptedException e) {
            // the client must not wait for an answer that no thread gives any longer
            request.answer().completeExceptionally(e);
            throw e;
        }
    }
}
