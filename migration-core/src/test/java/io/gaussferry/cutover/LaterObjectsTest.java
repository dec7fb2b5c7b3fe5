package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.objects.AppliedObject;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client asks for objects, and the thread that watches the source creates them: the client must learn every end. */
@Timeout(10)
class LaterObjectsTest {

    private final LaterObjects objects = new LaterObjects();

    /** Requests objects on a thread of its own. */
    private Future<List<AppliedObject>> request(CreatedObjects level, boolean isRehearsal) throws InterruptedException {
        FutureTask<List<AppliedObject>> client = new FutureTask<>(() -> objects.create(level, isRehearsal));
        Thread thread = new Thread(client);
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && !client.isDone()) {
            Thread.sleep(1);
        }
        return client;
    }

    private static @Nullable Throwable failure(Future<?> client) {
        try {
            Object unexpected = client.get(5, TimeUnit.SECONDS);
            throw new AssertionError("it has returned " + unexpected);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("the client still waits", e);
        }
    }

    @Test
    void answersClientWithTheResult() throws Exception {
        Future<List<AppliedObject>> client = request(CreatedObjects.COMPILES, true);
        CompletableFuture<String> requested = new CompletableFuture<>();
        objects.perform((level, isRehearsal) -> {
            requested.complete(level + " " + isRehearsal);
            return List.of();
        });
        assertThat(client.get(5, TimeUnit.SECONDS)).isEmpty();
        assertThat(requested).isCompletedWithValue("COMPILES true");
    }

    @Test
    void performsRequestOnce() throws Exception {
        Future<List<AppliedObject>> client = request(CreatedObjects.EXECUTED, false);
        objects.perform((level, isRehearsal) -> List.of());
        assertThat(client.get(5, TimeUnit.SECONDS)).isEmpty();
        objects.perform((level, isRehearsal) -> {
            throw new AssertionError("there is no request");
        });
    }

    @Test
    void refusesSecondRequest() throws Exception {
        Future<List<AppliedObject>> first = request(CreatedObjects.EXECUTED, false);
        assertThatThrownBy(() -> objects.create(CreatedObjects.EXECUTED, false))
                .hasMessageContaining("Another request creates objects");
        objects.perform((level, isRehearsal) -> List.of());
        assertThat(first.get(5, TimeUnit.SECONDS)).isEmpty();
    }

    /** The watch over the source continues. */
    @Test
    void passesFailureToTheClientOnly() throws Exception {
        Future<List<AppliedObject>> client = request(CreatedObjects.EXECUTED, false);
        GaussferryException refused =
                new GaussferryException(ErrorCode.OBJECTS_REFUSED, "The target refuses.", "grant", null);
        objects.perform((level, isRehearsal) -> {
            throw refused;
        });
        assertThat(failure(client)).isSameAs(refused);
    }

    /** Another process continues: this one's watch has to end. */
    @Test
    void endsWatchThatHasLostThePipeline() throws Exception {
        Future<List<AppliedObject>> client = request(CreatedObjects.EXECUTED, false);
        FencedException lost = new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Taken over.", "none");
        assertThatThrownBy(() -> objects.perform((level, isRehearsal) -> {
                    throw lost;
                }))
                .isSameAs(lost);
        assertThat(failure(client)).isSameAs(lost);
    }

    /** The client would wait for its timeout, and report that the objects are still being created. */
    @Test
    void answersClientAfterDefect() throws Exception {
        Future<List<AppliedObject>> client = request(CreatedObjects.EXECUTED, false);
        IllegalStateException defect = new IllegalStateException("broken");
        assertThatThrownBy(() -> objects.perform((level, isRehearsal) -> {
                    throw defect;
                }))
                .isSameAs(defect);
        assertThat(failure(client)).hasRootCause(defect);
    }

    @Test
    void answersClientOfDaemonThatStops() throws Exception {
        Future<List<AppliedObject>> client = request(CreatedObjects.EXECUTED, false);
        assertThatThrownBy(() -> objects.perform((level, isRehearsal) -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(failure(client)).hasRootCauseInstanceOf(InterruptedException.class);
    }
}
